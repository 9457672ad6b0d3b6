import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { gift } from '../../features/rewards/gift.ts'
import type { TextFunction } from '../../i18n/page-translator.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import type { FrameHandlers } from '../../realtime/frame-handlers.ts'
import { useSession } from '../../session/session.tsx'
import { type Toasts, useToast } from '../../ui/toast.tsx'
import { type PageName, pageAt, pathTo } from '../paths.ts'

/** Frames that every page with navigation handles, in addition to what the live connection does. */
type PageFrameHandlers = Pick<FrameHandlers, 'wallet.updated' | 'safety.notice'>

interface PageSpeaker {
  page: PageName | null
  text: TextFunction
  toasts: Toasts
  /** `fragment` is a place on the page, such as `#stop`. */
  goTo: (name: PageName, fragment?: string) => void
}

/** Where the live connection, which is loaded later, finds the handlers of the open page. */
export const openPage: {
  frameHandlers: PageFrameHandlers | null
  /** For what is loaded with the connection and speaks on the open page. */
  speaker: { current: PageSpeaker } | null
} = { frameHandlers: null, speaker: null }

/** Handles those frames while `isOn`, independent of what started the connection. Otherwise they are ignored. */
export function usePageFrameHandlers(isOn: boolean): void {
  const { setWallet, pauseOffers } = useSession()
  const page = pageAt(useLocation().pathname)
  const text = useText()
  const toasts = useToast()
  const navigate = useNavigate()
  const locale = useLocale()
  const goTo = (name: PageName, fragment = '') => void navigate(pathTo(name, locale) + fragment)
  const now = useRef({ page, text, toasts, setWallet, pauseOffers, goTo })
  useEffect(() => {
    now.current = { page, text, toasts, setWallet, pauseOffers, goTo }
  })
  // Stable functions that read the current values when they are called.
  const handlers = useRef<PageFrameHandlers>({
    'wallet.updated': ({ wallet }) => now.current.setWallet(wallet),
    'safety.notice': ({ kind }) => {
      if (kind !== 'crisis' && kind !== 'crisis_imminent') return
      gift.hideForOneDay()
      now.current.pauseOffers()
    },
  })
  useEffect(() => {
    if (!isOn) return
    openPage.frameHandlers = handlers.current
    openPage.speaker = now
    return () => {
      openPage.frameHandlers = openPage.speaker = null
    }
  }, [isOn])
}
