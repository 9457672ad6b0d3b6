import { useEffect, useState } from 'react'
import { callApi } from '../../api/client.ts'

/**
 * The server's time in milliseconds, updated every half second: a countdown ends when the server says so, whatever the
 * device's clock shows, and continues after a reload. It starts with the time at which the page was rendered, and is
 * synchronised after hydration and whenever the page becomes visible.
 */
export function useServerClock(code: string, renderedAt: string): number {
  const [nowMs, setNowMs] = useState(() => Date.parse(renderedAt))
  useEffect(() => {
    let offsetMs = Date.parse(renderedAt) - Date.now()
    const tick = () => setNowMs(Date.now() + offsetMs)
    const ask = async () => {
      const askedMs = Date.now()
      const { server_time } = await callApi('GET /api/invitation/info', { query: { code } })
      offsetMs = Date.parse(server_time) - (askedMs + Date.now()) / 2
      tick()
    }
    // Without a response the page's own time continues.
    const askIfSeen = () => void (document.visibilityState === 'visible' && ask().catch(() => {}))
    askIfSeen()
    const timer = setInterval(tick, 500)
    document.addEventListener('visibilitychange', askIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askIfSeen)
    }
  }, [code, renderedAt])
  return nowMs
}
