import { readSessionToken } from '../api/client.ts'

/** The part of a browser's WebSocket that we use, so that tests can replace it. */
export interface SocketLike {
  send(data: string): void
  close(code?: number): void
}

/** Callbacks of a socket. */
export interface SocketHandlers {
  message(data: unknown): void
  /** `failed` if the browser reported an error before the close. */
  close(code: number, failed?: boolean): void
}

/** Everything that the socket needs from the browser. */
export interface SocketEnvironment {
  open(token: string, handlers: SocketHandlers): SocketLike
  /** The token half of the session; null for visitors. */
  readToken(): string | null
  nowMs(): number
  /** A number from 0 to 1. */
  random(): number
  /** Writes a warning to the console. */
  warn(line: string): void
  schedule(delayMs: number, work: () => void): () => void
  /** Calls back when the browser goes online or the tab becomes visible. Returns a function that stops this. */
  onReturn(listener: () => void): () => void
}

/** The environment of a real tab: its WebSocket, clock, cookie and events. */
export function createBrowserEnvironment(): SocketEnvironment {
  return {
    open(token, handlers) {
      const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const query = new URLSearchParams({ token, language: document.documentElement.lang, time_zone: timeZone })
      const socket = new WebSocket(`${scheme}//${location.host}/ws?${query}`)
      socket.onmessage = (event) => handlers.message(event.data)
      let failed = false
      // Without a network every attempt fails, and the page already shows that.
      socket.onerror = () => {
        failed = navigator.onLine
      }
      socket.onclose = (event) => handlers.close(event.code, failed)
      return socket
    },
    readToken: readSessionToken,
    nowMs: () => performance.now(),
    random: Math.random,
    warn: (line) => console.warn(line),
    schedule(delayMs, work) {
      const timer = setTimeout(work, delayMs)
      return () => clearTimeout(timer)
    },
    onReturn(listener) {
      const whenVisible = () => {
        if (document.visibilityState === 'visible') listener()
      }
      window.addEventListener('online', listener)
      document.addEventListener('visibilitychange', whenVisible)
      return () => {
        window.removeEventListener('online', listener)
        document.removeEventListener('visibilitychange', whenVisible)
      }
    },
  }
}
