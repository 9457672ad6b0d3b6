/** The port to browsers' push services; `providers/push` stands behind it. */

export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}

/** What the service worker is told; it shows `title` and leads to `path`. A later note of a `tag` replaces the one before. */
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
  /** Whether this is the address of a push service that browsers use; any other is refused. */
  acceptsEndpoint(endpoint: string): boolean
  /** `gone`: the browser has withdrawn the address. Never throws. */
  send(address: PushAddress, note: PushMessage): Promise<'sent' | 'gone' | 'failed'>
}
