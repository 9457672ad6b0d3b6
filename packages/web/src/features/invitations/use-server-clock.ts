import { useEffect, useState } from 'react'
import { callApi } from '../../api/client.ts'

/**
 * The server's time in milliseconds, told on every half second: a countdown by it ends when the server says so, whatever
 * the device's own clock shows, and a reload goes on where it was. It begins with the time at which the page was drawn,
 * and is asked again once the page is alive and whenever the reader comes back to it.
 */
export function useServerClock(code: string, drawnAt: string): number {
  const [nowMs, setNowMs] = useState(() => Date.parse(drawnAt))
  useEffect(() => {
    let offsetMs = Date.parse(drawnAt) - Date.now()
    const tick = () => setNowMs(Date.now() + offsetMs)
    const ask = async () => {
      const askedMs = Date.now()
      const { server_time } = await callApi('GET /api/invitation/info', { query: { code } })
      offsetMs = Date.parse(server_time) - (askedMs + Date.now()) / 2
      tick()
    }
    // Without an answer it goes on by the page's own time.
    const askIfSeen = () => void (document.visibilityState === 'visible' && ask().catch(() => {}))
    askIfSeen()
    const timer = setInterval(tick, 500)
    document.addEventListener('visibilitychange', askIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askIfSeen)
    }
  }, [code, drawnAt])
  return nowMs
}
