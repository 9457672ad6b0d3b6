import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { wantsLessMotion } from '../../lib/less-motion.ts'
import { shownEntry } from '../../lib/shown-entry.ts'

const FADE_MS = 120

/**
 * What happens when another page has been opened without loading a document: it fades in, and the focus
 * goes to its content, as a new document's would. Not while choices only change the query.
 */
export function usePageChange(): void {
  const { pathname, key } = useLocation()
  useLayoutEffect(() => shownEntry.set(key), [key])
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.getElementById('main')
    if (!main) return
    if (!wantsLessMotion()) main.animate({ opacity: [0, 1] }, { duration: FADE_MS, easing: 'ease-out' })
    // A page with one thing to do has put the focus there itself.
    if (!main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [pathname])
}
