import { useEffect } from 'react'

/** How long something else may take to set the focus itself. */
const SETTLE_MS = 100

/**
 * Keeps a keyboard's place on a page: when the focused element is removed (a deleted row, “Stop” after the reply),
 * moves the focus to the next row, or to the nearest element around it that remains.
 */
export function useKeepFocus(): void {
  useEffect(() => {
    let focused: Element | null = null
    let focusAround = () => {}
    let timer: ReturnType<typeof setTimeout> | undefined

    const onFocusIn = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null
      focusAround = createFocusAround(focused)
    }
    // Some browsers also fire it for an element that is being removed; in a microtask that one has left the document.
    const onFocusOut = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (focused === target && focused?.isConnected) focused = null
      })
    const isLost = () => focused !== null && !focused.isConnected && document.activeElement === document.body
    const observer = new MutationObserver(() => {
      if (!isLost()) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (isLost()) focusAround()
      }, SETTLE_MS)
    })

    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onFocusOut)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
    }
  }, [])
}

/** Rows of lists. */
const ROW = 'li, .set-row, .setup-row'
const FOCUSABLE = 'a[href], button, input, select, textarea, summary'

/**
 * Returns a function for when this element may be gone. If its row of a list is gone, it focuses the first control of the
 * next row, or of the row before; else the nearest element around it that is still on the page. It does nothing if the
 * whole content of the page has changed.
 */
export function createFocusAround(element: Element | null): () => void {
  const around: { parent: HTMLElement; rows: Element[] }[] = []
  let one = element
  for (let parent = one?.parentElement; one && parent; one = parent, parent = one.parentElement) {
    if (parent.id === 'main' || !parent.matches('body *')) break
    around.push({ parent, rows: one.matches(ROW) ? rowsByDistance(one) : [] })
  }
  return () => {
    const nearest = around.find(({ parent }) => parent.isConnected)
    if (!nearest) return
    const { parent, rows } = nearest
    for (const row of rows) {
      if (row.isConnected && focusFirstControl(row)) return
    }
    if (!parent.hasAttribute('tabindex')) {
      parent.tabIndex = -1
      parent.addEventListener('blur', () => parent.removeAttribute('tabindex'), { once: true })
    }
    parent.focus({ preventScroll: true })
  }
}

/** The other rows of its list: those after it, then those before it from the last. */
function rowsByDistance(row: Element): Element[] {
  const all = [...(row.parentElement?.children ?? [])].filter((other) => other.matches(ROW))
  const at = all.indexOf(row)
  return [...all.slice(at + 1), ...all.slice(0, at).reverse()]
}

/** Focuses the first control that can be; says whether there was one. */
function focusFirstControl(row: Element): boolean {
  return [...row.querySelectorAll<HTMLElement>(FOCUSABLE)].some((control) => {
    control.focus({ preventScroll: true })
    return document.activeElement === control
  })
}
