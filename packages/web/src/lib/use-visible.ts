import { useSyncExternalStore } from 'react'

function listen(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/** Whether the page can be seen just now; true on the server. */
export function useVisible(): boolean {
  return useSyncExternalStore(
    listen,
    () => document.visibilityState === 'visible',
    () => true,
  )
}
