import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { RealtimeListeners } from '../../features/chats/realtime/start-realtime.ts'
import { gift } from '../../features/rewards/gift.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { runWhenIdle } from '../../lib/browser-state.ts'
import { useDeviceSettings } from '../../lib/device-settings.ts'
import { useSession } from '../../session/session.tsx'
import { useToast } from '../../ui/toast.tsx'
import { pageAt, pageNamed, pathTo } from '../paths.ts'
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
  const told = useTold()
  useEffect(() => {
    if (personId === null) return
    let isLeft = false
    let leave = () => {}
    const cancel = runWhenIdle(() => {
      const loading = import('../../features/chats/realtime/start-realtime.ts')
      loading
        .then(({ startRealtime }) => {
          if (!isLeft) leave = startRealtime(personId, told)
        })
        .catch(() => {}) // without it the page is what it was when it was drawn
    })
    return () => {
      isLeft = true
      cancel()
      leave()
    }
  }, [personId, told])
  useAppBadge(useUnreadCount(), person !== null)
  return null
}

/** What to do with what is told, always the same functions: they look at what holds when they are called. */
function useTold(): RealtimeListeners {
  const { setWallet } = useSession()
  const page = pageAt(useLocation().pathname)
  const text = useText()
  const toasts = useToast()
  const navigate = useNavigate()
  const locale = useLocale()
  const goTo = () => void navigate(pathTo('AiGeneratedImage', locale))
  const now = useRef({ page, text, toasts, setWallet, goTo })
  useEffect(() => {
    now.current = { page, text, toasts, setWallet, goTo }
  })
  const told = useRef<RealtimeListeners>({
    wallet: ({ wallet }) => now.current.setWallet(wallet),
    order: ({ order }) => {
      const { page: at, text: say, toasts: place } = now.current
      const isNew = order.status === 'fulfilled' && order.refunded_amount === 0 && !order.refund_pending
      // The page that pays says it itself.
      if (isNew && at !== 'checkout') place.show(say('billing.order.paid', { what: order.product.name }))
    },
    task: ({ task }) => {
      const loading = import('../../features/image-tasks/tell-task.ts')
      loading
        .then(({ tellTask }) => {
          const isNewEnd = tellTask(task)
          const { page: at, text: say, toasts: place, goTo } = now.current
          if (!isNewEnd || at === 'AiGeneratedImage') return
          const isWhole = task.status === 'succeeded'
          place.show(say(isWhole ? 'image-tasks.told.ready' : 'image-tasks.told.failed'), isWhole ? 'done' : 'info', {
            label: say('image-tasks.told.look'),
            run: goTo,
          })
        })
        .catch(() => {}) // the page of pictures asks by itself
    },
    crisis: gift.rest,
  })
  return told.current
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
