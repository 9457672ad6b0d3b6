import { useEffect, useRef } from 'react'

const MIN_DELAY_MS = 1_000
const MAX_DELAY_MS = 10_000

/** Delay before the next check after this many failed ones. */
export function retryDelayMs(tries: number): number {
  return Math.min(MIN_DELAY_MS * 1.5 ** tries, MAX_DELAY_MS)
}

/**
 * Polls the server with growing intervals until it is ready, then calls back once. Pauses while the page is hidden, and
 * checks immediately when it becomes visible or the network is back.
 */
export function useServerReady(isWanted: boolean, onReady: () => void): void {
  const ready = useRef(onReady)
  useEffect(() => {
    ready.current = onReady
  })
  useEffect(() => {
    if (!isWanted) return
    let tries = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsking = false
    let isOver = false
    const ask = async () => {
      clearTimeout(timer)
      if (isOver || isAsking || document.visibilityState !== 'visible') return
      isAsking = true
      const reply = await fetch('/readyz', { cache: 'no-store' }).catch(() => null) // the same as not ready
      isAsking = false
      if (isOver) return
      if (reply?.ok) {
        isOver = true
        ready.current()
      } else {
        timer = setTimeout(ask, retryDelayMs(tries))
        tries += 1
      }
    }
    const askNow = () => {
      tries = 0
      void ask()
    }
    timer = setTimeout(ask, MIN_DELAY_MS)
    window.addEventListener('online', askNow)
    document.addEventListener('visibilitychange', askNow)
    return () => {
      isOver = true
      clearTimeout(timer)
      window.removeEventListener('online', askNow)
      document.removeEventListener('visibilitychange', askNow)
    }
  }, [isWanted])
}
