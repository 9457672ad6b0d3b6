import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { runWhenIdle } from '../../lib/browser-state.ts'
import { useDeviceSettings } from '../../lib/device-settings.ts'
import { useSession } from '../../session/session.tsx'
import { pageAt, pageNamed } from '../paths.ts'
import { usePageFrameHandlers } from './page-frame-handlers.ts'
import { useUnreadCount } from './unread-badge.tsx'

/**
 * Keeps the live link of someone signed in on every page with the bars, so that the unread count and the balance
 * follow, and that a payment which took its time is told of wherever its payer is. It is loaded when the page stands
 * and the browser is idle: no page's first script grows by it.
 */
export function RealtimeListener() {
  const { person } = useSession()
  const page = pageAt(useLocation().pathname)
  const isWanted = page !== null && ['main', 'rail'].includes(pageNamed(page).frame)
  const personId = isWanted ? (person?.id ?? null) : null
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
        .catch(() => {}) // without it the page is what it was when it was drawn
    })
    return () => {
      isLeft = true
      cancel()
    }
  }, [personId])
  useAppBadge(useUnreadCount(), person !== null)
  return null
}

/** The same number on the icon of the installed app, where the device can show it. */
function useAppBadge(count: number, isSignedIn: boolean): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    const done = isSignedIn && count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
    done.catch(() => {}) // forbidden by the device's settings
  }, [count, isSignedIn])
}

// Loaded by those who want it.
const ReplyNotifications = lazy(async () => ({
  default: (await import('./reply-notifications.tsx')).ReplyNotifications,
}))

/** What the settings of this device ask for on every page. */
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
