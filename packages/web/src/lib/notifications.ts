/** `missing`: this browser does not support notifications here. `asks`: the reader has not been asked yet. */
export type NotificationAccess = 'missing' | 'blocked' | 'asks' | 'allowed'

/** The permission for notifications. Browser only. */
export function notificationAccess(): NotificationAccess {
  // Without https, browsers have the interface but refuse without asking.
  if (!('Notification' in window) || !window.isSecureContext) return 'missing'
  if (Notification.permission === 'granted') return 'allowed'
  return Notification.permission === 'denied' ? 'blocked' : 'asks'
}

/** Asks for permission unless it has been decided already. */
export async function requestNotificationAccess(): Promise<NotificationAccess> {
  if (notificationAccess() === 'asks') await Notification.requestPermission().catch(() => 'denied')
  const state = notificationAccess()
  // Dismissed without an answer: the browser will ask again next time, but for now the answer is no.
  return state === 'asks' ? 'blocked' : state
}

interface NotificationContent {
  title: string
  lang: string
  dir: 'ltr' | 'rtl'
  /** A notification replaces an earlier one with the same tag. */
  tag: string
  /** Path that a click opens. */
  path: string
}

/**
 * Shows a notification; through the service worker where pages are not allowed to (Android). Does nothing if
 * unsupported.
 */
export async function showNotification(
  { title, lang, dir, tag, path }: NotificationContent,
  onPress: () => void,
): Promise<void> {
  if (notificationAccess() !== 'allowed') return
  const options = { lang, dir, tag, icon: '/favicon.svg', data: { path } }
  try {
    const note = new Notification(title, options)
    note.onclick = () => {
      window.focus()
      note.close()
      onPress()
    }
  } catch {
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.showNotification(title, options)
  }
}
