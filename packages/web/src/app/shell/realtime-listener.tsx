import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { runWhenIdle } from '../../lib/browser-state.ts'
import { useDeviceSettings } from '../../lib/device-settings.ts'
import { useSession } from '../../session/session.tsx'
import { pageAt, pageNamed } from '../paths.ts'
import { usePageFrameHandlers } from './page-frame-handlers.ts'
import { useUnreadCount } from './unread-badge.tsx'

/**
 * Keeps the live connection of a signed-in person open on every page with navigation, so that the unread count and the
 * balance update and a slow payment is reported on any page. It is loaded when the browser is idle, so that it does not
 * add to the initial script of any page.
 */
export function RealtimeListener() {
  const { person } = useSession()
  const page = pageAt(useLocation().pathname)
  const isWanted = page !== null && ['main', 'rail'].includes(pageNamed(page).frame)
  const personId = isWanted && !person?.suspended ? (person?.id ?? null) : null
  usePageFrameHandlers(personId !== null)
  useEffect(() => {
    if (personId === null) return
    let isLeft = false
    const cancel = runWhenIdle(() => {
      const loading = import('../realtime/tab-realtime.ts')
      loading
        .then(({ realtimeChatsOf }) => {
          if (!isLeft) realtimeChatsOf(personId).start()
        })
        .catch(() => {}) // without it the page shows what it was loaded with
    })
    return () => {
      isLeft = true
      cancel()
    }
  }, [personId])
  useAppBadge(useUnreadCount(), person !== null)
  return null
}

/** Shows the unread count on the icon of the installed app, where supported. */
function useAppBadge(count: number, isSignedIn: boolean): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    const done = isSignedIn && count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
    done.catch(() => {}) // forbidden by the device's settings
  }, [count, isSignedIn])
}

// Loaded only when enabled in the settings.
const ReplyNotifications = lazy(async () => ({
  default: (await import('./reply-notifications.tsx')).ReplyNotifications,
}))

/** Effects of device settings that apply to every page. */
export function DeviceEffects() {
  const { person } = useSession()
  const { tellsReplies } = useDeviceSettings()
  if (!person || !tellsReplies) return null
  return (
    <Suspense fallback={null}>
      <ReplyNotifications personId={person.id} />
    </Suspense>
  )
}
