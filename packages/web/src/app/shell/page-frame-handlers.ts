import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { gift } from '../../features/rewards/gift.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import type { FrameHandlers } from '../../realtime/frame-handlers.ts'
import { useSession } from '../../session/session.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type PageName, pageAt, pathTo } from '../paths.ts'

/** Frames that every page with navigation handles, in addition to what the live connection does. */
type PageFrameHandlers = Pick<
  FrameHandlers,
  'wallet.updated' | 'order.updated' | 'task.updated' | 'notices.updated' | 'safety.notice'
>

/** Where the live connection, which is loaded later, finds the handlers of the open page. */
export const openPage: {
  frameHandlers: PageFrameHandlers | null
  /** Tells of a text that the safety rules stopped, with the way to appeal. */
  tellStop: ((message: string) => void) | null
} = { frameHandlers: null, tellStop: null }

/** Handles those frames while `isOn`, independent of what started the connection. Otherwise they are ignored. */
export function usePageFrameHandlers(isOn: boolean): void {
  const { setWallet } = useSession()
  const page = pageAt(useLocation().pathname)
  const text = useText()
  const toasts = useToast()
  const navigate = useNavigate()
  const locale = useLocale()
  const goTo = (name: PageName) => void navigate(pathTo(name, locale))
  const now = useRef({ page, text, toasts, setWallet, goTo })
  useEffect(() => {
    now.current = { page, text, toasts, setWallet, goTo }
  })
  // Stable functions that read the current values when they are called.
  const handlers = useRef<PageFrameHandlers>({
    'wallet.updated': ({ wallet }) => now.current.setWallet(wallet),
    'order.updated': ({ order }) => {
      const { page: at, text: say, toasts: place } = now.current
      const isNew = order.status === 'fulfilled' && order.refunded_amount === 0 && !order.refund_pending
      // The checkout page shows this itself.
      if (isNew && at !== 'checkout') place.show(say('billing.order.paid', { what: order.product.name }))
    },
    'task.updated': ({ task }) => {
      const loading = import('../../features/image-tasks/tell-task.ts')
      loading
        .then(({ tellTask }) => {
          const isNewEnd = tellTask(task)
          const { page: at, text: say, toasts: place, goTo } = now.current
          if (!isNewEnd || at === 'AiGeneratedImage') return
          const isWhole = task.status === 'succeeded'
          place.show(say(isWhole ? 'image-tasks.told.ready' : 'image-tasks.told.failed'), isWhole ? 'done' : 'info', {
            label: say('image-tasks.told.look'),
            run: () => goTo('AiGeneratedImage'),
          })
        })
        .catch(() => {}) // the page of pictures loads its tasks itself
    },
    'notices.updated': ({ text: words, action }) => {
      const { page: at, toasts: place, goTo } = now.current
      if (at !== 'decisions') place.show(words, 'info', { label: action, run: () => goTo('decisions') })
    },
    'safety.notice': ({ kind }) => {
      if (kind === 'crisis' || kind === 'crisis_imminent') gift.rest()
    },
  })
  useEffect(() => {
    if (!isOn) return
    openPage.frameHandlers = handlers.current
    openPage.tellStop = (message) => {
      const { text: say, toasts: place, goTo } = now.current
      place.show(message, 'error', { label: say('moderation.notices.answer'), run: () => goTo('decisions') })
    }
    return () => {
      openPage.frameHandlers = openPage.tellStop = null
    }
  }, [isOn])
}
