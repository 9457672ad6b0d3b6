import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Moves the focus to the content of a new page, as loading a document would; not while choices change its query. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.getElementById('main')
    // A page with one thing to do has put the focus there itself.
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [pathname])
}
