/** Runs work when the page has loaded and the browser has nothing better to do; gives the way to call it off. */
export function whenIdle(work: () => void): () => void {
  let cancel = () => {}
  const wait = () => {
    if ('requestIdleCallback' in window) {
      const id = requestIdleCallback(work, { timeout: 5_000 })
      cancel = () => cancelIdleCallback(id)
    } else {
      const id = setTimeout(work, 1_500)
      cancel = () => clearTimeout(id)
    }
  }
  if (document.readyState === 'complete') wait()
  else {
    window.addEventListener('load', wait, { once: true })
    cancel = () => window.removeEventListener('load', wait)
  }
  return () => cancel()
}
