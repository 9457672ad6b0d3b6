import { CLOSE_CODES } from '@everkin/contract/errors.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { ClientFrame, ServerFrame, ServerFrameOf } from '@everkin/contract/types.ts'
import { createListeners, createStore, type ReadableStore } from '../lib/store.ts'
import type { SocketEnvironment, SocketLike } from './socket-environment.ts'

const PING_INTERVAL_MS = 20_000
/** After a return to the tab a working connection answers within this; after sleep a dead one is detected at once. */
const PROBE_TIMEOUT_MS = 5_000

export type ConnectionState = 'idle' | 'connecting' | 'open' | 'waiting' | 'signed-out'

/** The state of one part of the page, from which `sync` catches up. */
export interface SyncState {
  chats: { chat_id: string; rev: number }[]
  streams: { message_id: string; offset: number; reasoning_offset?: number }[]
}

/**
 * The only websocket of a tab. Reconnects automatically, detects a dead connection within 45 s, and requests missed
 * changes after every `ready`. Frames sent while it is not open are refused, never queued: what must not be lost waits
 * in the outbox.
 */
export class RealtimeSocket {
  #environment: SocketEnvironment
  #userId: string
  #socket: SocketLike | null = null
  readonly #state = createStore<ConnectionState>('idle')
  /** The state of the connection. */
  readonly state: ReadableStore<ConnectionState> = this.#state
  /** The token of the newest connection. */
  #token: string | null = null
  #attempt = 0
  #userRev: number | undefined
  #hasReceivedSincePing = false
  #hasWarned = false
  #cancelRetry: (() => void) | null = null
  #cancelPing: (() => void) | null = null
  #stopListening: (() => void) | null = null
  #frameListeners = createListeners<[ServerFrame]>()
  #syncSources = new Set<() => SyncState>()

  /** `userId` is the person that the page was rendered for: another one, signed in by another tab, is not served here. */
  constructor(environment: SocketEnvironment, userId: string) {
    this.#environment = environment
    this.#userId = userId
  }

  /**
   * Sets the revision of the chat list that the page was rendered with, so that the first `sync` returns newer changes.
   */
  setUserRev(userRev: number): void {
    this.#userRev ??= userRev
  }

  /** Connects unless connected already; also after `signed-out`, with the token of the new session. */
  start(): void {
    if (this.#socket || this.#state.get() === 'waiting') return
    this.#stopListening ??= this.#environment.onReturn(() => this.#handleReturn())
    this.#connect()
  }

  /** Closes the connection until `start` is called again, and discards what is known about the person. */
  stop(): void {
    this.#stopListening?.()
    this.#stopListening = null
    this.#userRev = undefined
    this.#attempt = 0
    this.#closeSocket(1000)
    this.#state.set('idle')
  }

  /** Sends a frame; returns false without sending if the connection is not open. */
  send(frame: ClientFrame): boolean {
    if (this.#state.get() !== 'open' || !this.#socket) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  /** Listens to every frame in order of arrival. Returns a function that removes the listener. */
  onFrame(listener: (frame: ServerFrame) => void): () => void {
    return this.#frameListeners.add(listener)
  }

  /** Listens to frames of one type. */
  on<Type extends ServerFrame['type']>(type: Type, listener: (frame: ServerFrameOf<Type>) => void): () => void {
    return this.onFrame((frame) => {
      if (frame.type === type) listener(frame as ServerFrameOf<Type>) // the type was just compared
    })
  }

  /** Adds a source for the `sync` after each reconnect. */
  addSyncSource(source: () => SyncState): () => void {
    this.#syncSources.add(source)
    return () => this.#syncSources.delete(source)
  }

  #connect(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
    const token = this.#environment.readToken()
    this.#token = token
    if (token === null) {
      this.#state.set('signed-out')
      return
    }
    this.#state.set('connecting')
    // Events of a socket that was replaced are ignored.
    const socket = this.#environment.open(token, {
      message: (data) => this.#socket === socket && this.#receive(data),
      close: (code, failed) => this.#socket === socket && this.#handleClose(code, failed),
    })
    this.#socket = socket
    this.#hasReceivedSincePing = true
    this.#scheduleHeartbeat(PING_INTERVAL_MS)
  }

  #receive(data: unknown): void {
    this.#hasReceivedSincePing = true
    const frame = readFrame(data)
    if (!frame) return
    if (frame.type === 'ready') {
      if (frame.user_id !== this.#userId) {
        this.#socket?.close(1000)
        this.#handleClose(CLOSE_CODES.notSignedIn)
        return
      }
      this.#handleReady()
    }
    if (frame.type === 'synced') this.#userRev = frame.user_rev
    this.#frameListeners.notify(frame)
  }

  #handleReady(): void {
    this.#attempt = 0
    this.#hasWarned = false
    this.#state.set('open')
    const known = [...this.#syncSources].map((source) => source())
    this.send({
      type: 'sync',
      user_rev: this.#userRev,
      chats: known.flatMap((part) => part.chats).slice(0, LIMITS.syncChats),
      streams: known.flatMap((part) => part.streams).slice(0, LIMITS.syncStreams),
    })
  }

  #handleClose(code: number, failed = false): void {
    this.#closeSocket()
    // Once until the next successful connection, not for every attempt. It contains neither address nor token.
    if (failed && !this.#hasWarned) {
      this.#hasWarned = true
      this.#environment.warn(`The live connection failed (code ${code}). Connecting again.`)
    }
    if (code === CLOSE_CODES.notSignedIn) {
      this.#state.set('signed-out')
      return
    }
    this.#attempt += 1
    const pauseMs = reconnectDelayMs(this.#attempt, this.#environment.random())
    this.#cancelRetry = this.#environment.schedule(pauseMs, () => this.#connect())
    this.#state.set('waiting')
  }

  #handleReturn(): void {
    // Another tab may have signed in again.
    const isSignedInAgain = this.#state.get() === 'signed-out' && this.#environment.readToken() !== this.#token
    if (this.#state.get() === 'waiting' || isSignedInAgain) this.#connect()
    else if (this.#state.get() === 'open') this.#ping(PROBE_TIMEOUT_MS)
  }

  /**
   * After `waitMs` the connection is dead unless something arrived since the last ping; otherwise the next ping is
   * sent.
   */
  #scheduleHeartbeat(waitMs: number): void {
    this.#cancelPing?.()
    this.#cancelPing = this.#environment.schedule(waitMs, () => {
      if (this.#hasReceivedSincePing) this.#ping(PING_INTERVAL_MS)
      else this.#abandonConnection()
    })
  }

  #ping(timeoutMs: number): void {
    this.#hasReceivedSincePing = false
    this.send({ type: 'ping', t: Math.round(this.#environment.nowMs()) })
    this.#scheduleHeartbeat(timeoutMs)
  }

  #abandonConnection(): void {
    const socket = this.#socket
    this.#handleClose(1006)
    socket?.close()
  }

  #closeSocket(closeCode?: number): void {
    this.#cancelRetry?.()
    this.#cancelPing?.()
    this.#cancelRetry = null
    this.#cancelPing = null
    const socket = this.#socket
    this.#socket = null
    if (closeCode !== undefined) socket?.close(closeCode)
  }
}

function readFrame(data: unknown): ServerFrame | null {
  if (typeof data !== 'string') return null
  try {
    const value: unknown = JSON.parse(data)
    const isFrame = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
    return isFrame ? (value as ServerFrame) : null // from our own server; listeners ignore unknown types
  } catch {
    return null
  }
}

const MIN_DELAY_MS = 3_000
const MAX_DELAY_MS = 30_000
const JITTER_MS = 600

/**
 * Delay in milliseconds before a reconnect attempt (1 is the first after a close): 3000 ms, doubled up to 30 s, plus 0
 * to 600 ms of jitter, so that clients do not all reconnect at the same moment after a restart (REC-07). `random` is a
 * number from 0 to 1.
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  const doubled = MIN_DELAY_MS * 2 ** Math.min(Math.max(attempt, 1) - 1, 10)
  return Math.min(doubled, MAX_DELAY_MS) + Math.floor(random * JITTER_MS)
}
