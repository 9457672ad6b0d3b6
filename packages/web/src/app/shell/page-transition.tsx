import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigation, useNavigationType } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { prefersReducedMotion } from '../../lib/browser-state.ts'
import { currentEntry } from '../../lib/history-entry.ts'

const FADE_MS = 120

/**
 * After client-side navigation to another page, fades it in and moves the focus to its content, as a new document
 * would. Does nothing when only the query changes.
 */
export function usePageTransition(): void {
  const { pathname, key } = useLocation()
  const type = useNavigationType()
  useLayoutEffect(() => currentEntry.set(key), [key])
  const shown = useRef(pathname)
  useEffect(() => {
    const before = shown.current
    if (before === pathname) return
    shown.current = pathname
    const main = document.getElementById('main')
    if (!main) return
    if (!prefersReducedMotion()) main.animate({ opacity: [0, 1] }, { duration: FADE_MS, easing: 'ease-out' })
    // A page with a single task may already have set the focus.
    if (main.querySelector(':focus')) return
    // Going back leads to the link that was followed.
    const link = type === 'POP' && main.querySelector<HTMLElement>(`[href="${before}"]`)
    ;(link || main).focus({ preventScroll: true })
  }, [pathname, type])
}

/** A thin progress bar during navigation. */
export function LoadingBar() {
  const text = useText()
  const isLoading = useNavigation().state !== 'idle'
  return (
    <div className="loading-bar" role="status">
      {isLoading ? (
        <>
          <i aria-hidden="true" />
          <span className="visually-hidden">{text('shell.loading')}</span>
        </>
      ) : null}
    </div>
  )
}

/** The first tab stop of every page. */
export function SkipLink() {
  const text = useText()
  return (
    <a className="skip-link" href="#main">
      {text('shell.skip')}
    </a>
  )
}
