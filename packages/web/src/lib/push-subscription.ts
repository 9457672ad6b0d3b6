/** What the server needs to send push messages to this browser. */
export interface PushSubscriptionKeys {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Whether this browser supports push messages. Browser only. */
export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && window.isSecureContext
}

/**
 * Subscribes this browser to push messages from a server with this VAPID key. A subscription for another key is
 * cancelled first.
 * @throws if the push service does not answer, or the reader does not allow it.
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscriptionKeys> {
  const { pushManager } = await navigator.serviceWorker.ready
  const wanted = fromBase64Url(publicKey)
  const known = await pushManager.getSubscription()
  const isOurs = known && isSameKey(known.options.applicationServerKey, wanted)
  if (known && !isOurs) await known.unsubscribe()
  const subscription = isOurs
    ? known
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted })
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

/** Cancels the subscription in the browser; the caller informs the server. */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

function isSameKey(known: ArrayBuffer | null, wanted: Uint8Array): boolean {
  const bytes = new Uint8Array(known ?? new ArrayBuffer(0))
  return bytes.length === wanted.length && bytes.every((byte, at) => byte === wanted[at])
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0))
}
