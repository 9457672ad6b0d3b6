import { useSyncExternalStore } from 'react'

function subscribeOnline(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Whether the browser reports a network; `onServer` is the answer on the server. */
export function useOnline(onServer = true): boolean {
  return useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    () => onServer,
  )
}

function subscribeVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/** Whether the page is visible; true on the server. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(
    subscribeVisibility,
    () => document.visibilityState === 'visible',
    () => true,
  )
}

/** Whether the reader prefers reduced motion, by the device's setting or the site's own on the root element. */
export function prefersReducedMotion(): boolean {
  return (
    document.documentElement.dataset.motion === 'less' || window.matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}

/** Runs work after the page has loaded, when the browser is idle. Returns a function that cancels it. */
export function runWhenIdle(work: () => void): () => void {
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
