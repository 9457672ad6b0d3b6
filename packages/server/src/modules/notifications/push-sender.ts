/** The port to browsers' push services, implemented by `providers/push`. */

export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * The payload for the service worker, which shows `title` and opens `path`. A later message replaces an earlier one
 * with the same `tag`.
 */
export interface PushMessage {
  title: string
  lang: string
  dir: 'ltr' | 'rtl'
  tag: string
  path: string
}

export interface PushSender {
  /** The VAPID public key, base64url. */
  readonly publicKey: string
  /** Whether this is the endpoint of a push service that browsers use; all others are rejected. */
  acceptsEndpoint(endpoint: string): boolean
  /** `gone`: the browser has revoked the endpoint. Never throws. */
  send(address: PushAddress, message: PushMessage): Promise<'sent' | 'gone' | 'failed'>
}
