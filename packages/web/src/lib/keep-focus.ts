import { useEffect } from 'react'

/** How long something else may take to set the focus itself. */
const SETTLE_MS = 100

/**
 * Keeps a keyboard's place on a page: when the focused element is removed (a deleted row, “Stop” after the reply),
 * moves the focus to the nearest element around it that remains.
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

/**
 * Returns a function that focuses the nearest element around this one that is still on the page. It does nothing if
 * the whole content of the page has changed.
 */
export function createFocusAround(element: Element | null): () => void {
  const around: HTMLElement[] = []
  let one = element?.parentElement
  for (; one && one.id !== 'main' && one.matches('body *'); one = one.parentElement) around.push(one)
  return () => {
    const nearest = around.find(({ isConnected }) => isConnected)
    if (!nearest) return
    if (!nearest.hasAttribute('tabindex')) {
      nearest.tabIndex = -1
      nearest.addEventListener('blur', () => nearest.removeAttribute('tabindex'), { once: true })
    }
    nearest.focus({ preventScroll: true })
  }
}
