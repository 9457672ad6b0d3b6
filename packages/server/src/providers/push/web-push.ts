import type { PushSender } from '../../domains/notifications/push-sender.ts'
import type { Log } from '../../platform/log.ts'
import { vapidKeysOf } from './vapid-keys.ts'

/**
 * The push services of browsers' makers. The address comes from a browser, so anybody can name one: this server calls
 * none but these.
 */
const SERVICES = ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com']

/** A note that can not be delivered for so long is of no use any more. */
const TTL_SECONDS = 12 * 3_600
const TIMEOUT_MS = 10_000

interface WebPushOptions {
  appSecret: string
  /** Whom a push service may turn to: an address of mail or of the site. */
  contact: () => string
  log: Log
  /** In place of the browsers' own, for tests: origins that are known. */
  origins?: readonly string[]
}

/** Sends notes by Web Push (RFC 8030, encrypted as RFC 8291 says). The library is loaded when it is first used. */
export function createWebPush({ appSecret, contact, log, origins }: WebPushOptions): PushSender {
  const keys = vapidKeysOf(appSecret)
  const knows = (endpoint: string) => {
    if (!URL.canParse(endpoint)) return false
    const { protocol, hostname, port, origin, username } = new URL(endpoint)
    if (origins) return origins.includes(origin)
    if (protocol !== 'https:' || port !== '' || username !== '') return false
    return SERVICES.some((service) => hostname === service || hostname.endsWith(`.${service}`))
  }
  return {
    publicKey: keys.publicKey,
    knows,
    async send({ endpoint, p256dh, auth }, note) {
      if (!knows(endpoint)) return 'gone'
      try {
        const { default: webPush } = await import('web-push')
        const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(note), {
          vapidDetails: { subject: contact(), ...keys },
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
        if (reply.ok) return 'sent'
        if (reply.status === 404 || reply.status === 410) return 'gone'
        log.warn({ status: reply.status }, 'a push service refused a note')
      } catch (error) {
        // The address names a device: of what went wrong only the kind is told.
        log.warn({ kind: error instanceof Error ? error.name : 'unknown' }, 'a push service could not be reached')
      }
      return 'failed'
    },
  }
}
