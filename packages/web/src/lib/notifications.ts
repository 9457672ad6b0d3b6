/** `missing`: this browser has none here. `asks`: the reader has not been asked yet. */
export type NotificationAccess = 'missing' | 'blocked' | 'asks' | 'allowed'

/** Whether this browser lets the site show notifications. Browser only. */
export function notificationAccess(): NotificationAccess {
  // Where the site is not reached by https, browsers have the interface but refuse without asking.
  if (!('Notification' in window) || !window.isSecureContext) return 'missing'
  if (Notification.permission === 'granted') return 'allowed'
  return Notification.permission === 'denied' ? 'blocked' : 'asks'
}

/** Asks, where it has not been asked yet. */
export async function requestNotificationAccess(): Promise<NotificationAccess> {
  if (notificationAccess() === 'asks') await Notification.requestPermission().catch(() => 'denied')
  const state = notificationAccess()
  // Put away without an answer: the browser will ask again next time, but for now it is no.
  return state === 'asks' ? 'blocked' : state
}

interface NotificationContent {
  title: string
  lang: string
  dir: 'ltr' | 'rtl'
  /** A later note of the same tag takes the place of the one before. */
  tag: string
  /** Where a press on it leads. */
  path: string
}

/** Shows a note; by the service worker where the page itself may not (Android). Nothing happens where none can. */
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
