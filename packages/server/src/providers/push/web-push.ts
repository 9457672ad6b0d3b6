import { createECDH, hkdfSync } from 'node:crypto'
import type { PushAddress, PushMessage, PushSender } from '../../modules/notifications/module.ts'
import type { AppSecret } from '../../platform/app-secret.ts'
import type { Log } from '../../platform/log.ts'

/**
 * The push services of browser vendors. The endpoint comes from a browser, so anybody can send any address; this server
 * calls only these.
 */
const PUSH_SERVICE_HOSTS = ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com']

/** Push services drop a notification that is not delivered within this time. */
const TTL_SECONDS = 12 * 3_600
const TIMEOUT_MS = 10_000

interface WebPushOptions {
  appSecret: AppSecret
  /** The contact for push services: a mail address or the site's URL. */
  contact: () => string
  log: Log
  /** Replaces the browsers' push services, for tests. */
  origins?: readonly string[]
}

/** Sends notifications by Web Push (RFC 8030, encrypted as in RFC 8291). The library is loaded on first use. */
export function createWebPush({ appSecret, contact, log, origins }: WebPushOptions): PushSender {
  const own = deriveVapidKeys(appSecret.current)
  const pairs = [own, ...appSecret.fallbacks.map(deriveVapidKeys)]
  const acceptsEndpoint = (endpoint: string) => {
    if (!URL.canParse(endpoint)) return false
    const { protocol, hostname, port, origin, username } = new URL(endpoint)
    if (origins) return origins.includes(origin)
    if (protocol !== 'https:' || port !== '' || username !== '') return false
    return PUSH_SERVICE_HOSTS.some((service) => hostname === service || hostname.endsWith(`.${service}`))
  }
  return {
    publicKey: own.publicKey,
    acceptsEndpoint,
    async send({ endpoint, p256dh, auth }, message) {
      if (!acceptsEndpoint(endpoint)) return 'gone'
      try {
        let status = 0
        for (const keys of pairs) {
          status = await post({ endpoint, p256dh, auth }, message, { subject: contact(), ...keys })
          if (!REFUSED_KEY.includes(status)) break
        }
        if (status < 300) return 'sent'
        if (status === 404 || status === 410) return 'gone'
        log.warn({ status }, 'a push service rejected a notification')
      } catch (error) {
        // The endpoint identifies a device, so only the kind of the error is logged.
        log.warn({ kind: error instanceof Error ? error.name : 'unknown' }, 'a push service could not be reached')
      }
      return 'failed'
    },
  }
}

/** What push services answer when a subscription was made with another VAPID key. */
const REFUSED_KEY = [400, 401, 403]

/** Sends a notification and returns the status of the answer. */
async function post(
  { endpoint, p256dh, auth }: PushAddress,
  message: PushMessage,
  vapidDetails: VapidKeys & { subject: string },
): Promise<number> {
  const { default: webPush } = await import('web-push')
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
    vapidDetails,
    TTL: TTL_SECONDS,
    urgency: 'normal',
  })
  const reply = await fetch(request.endpoint, {
    method: request.method,
    headers: request.headers as Record<string, string>, // strings and numbers, all sent as text
    body: request.body && new Uint8Array(request.body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await reply.body?.cancel()
  return reply.status
}

interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * The VAPID key pair of this server (RFC 8292, P-256), base64url. Derived from the server's secret, so that all
 * processes have the same one and nothing more is stored. With another secret, browsers must subscribe again, unless
 * the one they subscribed with is a fallback.
 */
export function deriveVapidKeys(secret: string): VapidKeys {
  const ecdh = createECDH('prime256v1')
  // One 32-byte string in 2^32 is not a valid key of the curve; then the next one is used.
  for (let attempt = 0; ; attempt += 1) {
    const bytes = Buffer.from(hkdfSync('sha256', secret, '', `everkin web push ${attempt}`, 32))
    try {
      ecdh.setPrivateKey(bytes)
      return { publicKey: ecdh.getPublicKey('base64url'), privateKey: bytes.toString('base64url') }
    } catch {
      if (attempt === 8) throw new Error('failed to derive a key of the curve in eight attempts')
    }
  }
}
