import { useEffect, useRef } from 'react'

/**
 * Gives the focus back when what was open has closed and its focused element is gone: to the element that `find` returns
 * for it. Null means closed.
 */
export function useReturnFocus<Open>(open: Open | null, find: (closed: Open) => HTMLElement | null | undefined): void {
  const last = useRef(open)
  useEffect(() => {
    const closed = last.current
    last.current = open
    if (open !== null || closed === null || document.activeElement !== document.body) return
    find(closed)?.focus({ preventScroll: true })
  })
}
