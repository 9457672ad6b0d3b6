import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { prefersReducedMotion } from '../../lib/browser-state.ts'
import { currentEntry } from '../../lib/history-entry.ts'

const FADE_MS = 120

/**
 * What happens when another page has been opened without loading a document: it fades in, and the focus
 * goes to its content, as a new document's would. Not while choices only change the query.
 */
export function usePageTransition(): void {
  const { pathname, key } = useLocation()
  useLayoutEffect(() => currentEntry.set(key), [key])
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.getElementById('main')
    if (!main) return
    if (!prefersReducedMotion()) main.animate({ opacity: [0, 1] }, { duration: FADE_MS, easing: 'ease-out' })
    // A page with one thing to do has put the focus there itself.
    if (!main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [pathname])
}

/** A thin bar while the next page is on its way. */
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

/** First stop of the Tab key on every page. */
export function SkipLink() {
  const text = useText()
  return (
    <a className="skip-link" href="#main">
      {text('shell.skip')}
    </a>
  )
}
