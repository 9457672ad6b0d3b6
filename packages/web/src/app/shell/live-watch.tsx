import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../features/accounts/session.tsx'
import { whenIdle } from '../../lib/when-idle.ts'
import { pageAt, pageNamed } from '../paths.ts'
import { useUnreadCount } from './unread-badge.tsx'

/**
 * Keeps the live link of someone signed in on every page with the bars, so that the unread count follows. It is loaded
 * when the page stands and the browser is idle: no page's first script grows by it.
 */
export function LiveWatch() {
  const { person } = useSession()
  const page = pageAt(useLocation().pathname)
  const isWanted = page !== null && ['main', 'rail'].includes(pageNamed(page).frame)
  const personId = isWanted ? (person?.id ?? null) : null
  useEffect(() => {
    if (personId === null) return
    let isLeft = false
    const cancel = whenIdle(() => {
      const loading = import('../../features/chats/start-live.ts')
      // Without it the page is what it was when it was drawn.
      loading.then(({ startLive }) => !isLeft && startLive(personId)).catch(() => {})
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
