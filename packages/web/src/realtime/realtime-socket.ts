import { CLOSE_CODES } from '@everkin/contract/errors.ts'
import type { ClientFrame, ServerFrame, ServerFrameOf } from '@everkin/contract/types.ts'
import { createListeners, createStore, type ReadableStore } from '../lib/store.ts'
import type { SocketEnvironment, SocketLike } from './socket-environment.ts'

const PING_INTERVAL_MS = 20_000
/** After a return to the tab a living link answers within this; a laptop that slept finds out at once. */
const PROBE_TIMEOUT_MS = 5_000

/** Most that one `sync` frame may name (contract, client frames). */
const MAX_SYNC_CHATS = 200
const MAX_SYNC_STREAMS = 50

export type ConnectionState = 'idle' | 'connecting' | 'open' | 'waiting' | 'signed-out'

/** What one part of the page knows, to be caught up after a reconnect. */
export interface SyncState {
  chats: { chat_id: string; rev: number }[]
  streams: { message_id: string; offset: number }[]
}

/**
 * The one websocket of a tab. Reconnects by itself, finds a dead link within 45 s, and after every
 * `ready` asks for what was missed. Frames sent while it is not open are refused, never queued: what must not be
 * lost waits in the outbox.
 */
export class RealtimeSocket {
  #environment: SocketEnvironment
  #socket: SocketLike | null = null
  readonly #state = createStore<ConnectionState>('idle')
  /** Changes with every step of connecting. */
  readonly state: ReadableStore<ConnectionState> = this.#state
  #attempt = 0
  #userRev: number | undefined
  #hasReceivedSincePing = false
  #hasWarned = false
  #cancelRetry: (() => void) | null = null
  #cancelPing: (() => void) | null = null
  #stopListening: (() => void) | null = null
  #frameListeners = createListeners<[ServerFrame]>()
  #syncSources = new Set<() => SyncState>()

  constructor(environment: SocketEnvironment) {
    this.#environment = environment
  }

  /** Says which revision of the chat list the page was drawn with, so that the first `sync` tells what changed since. */
  setUserRev(userRev: number): void {
    this.#userRev ??= userRev
  }

  /** Connects if nothing is connected; also after `signed-out`, with the token of the new session. */
  start(): void {
    if (this.#socket || this.#state.get() === 'waiting') return
    this.#stopListening ??= this.#environment.onReturn(() => this.#handleReturn())
    this.#connect()
  }

  /** Closes for good, until `start` is called again. What was known of the person is forgotten. */
  stop(): void {
    this.#stopListening?.()
    this.#stopListening = null
    this.#userRev = undefined
    this.#attempt = 0
    this.#closeSocket(1000)
    this.#state.set('idle')
  }

  /** Sends a frame; false when there is no open link, and then nothing was sent. */
  send(frame: ClientFrame): boolean {
    if (this.#state.get() !== 'open' || !this.#socket) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  /** Hears every frame, in the order of arrival, until the returned function is called. */
  onFrame(listener: (frame: ServerFrame) => void): () => void {
    return this.#frameListeners.add(listener)
  }

  /** Hears the frames of one type. */
  on<Type extends ServerFrame['type']>(type: Type, listener: (frame: ServerFrameOf<Type>) => void): () => void {
    return this.onFrame((frame) => {
      if (frame.type === type) listener(frame as ServerFrameOf<Type>) // the type was compared just now
    })
  }

  /** Adds what a part of the page knows to the `sync` after each reconnect. */
  addSyncSource(source: () => SyncState): () => void {
    this.#syncSources.add(source)
    return () => this.#syncSources.delete(source)
  }

  #connect(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
    const token = this.#environment.readToken()
    if (token === null) {
      this.#state.set('signed-out')
      return
    }
    this.#state.set('connecting')
    // What an earlier socket still says after it was left is not heard.
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
    if (frame.type === 'ready') this.#handleReady()
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
      chats: known.flatMap((part) => part.chats).slice(0, MAX_SYNC_CHATS),
      streams: known.flatMap((part) => part.streams).slice(0, MAX_SYNC_STREAMS),
    })
  }

  #handleClose(code: number, failed = false): void {
    this.#closeSocket()
    // Once until the next open link, not for every attempt. Neither address nor token is in it.
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
    if (this.#state.get() === 'waiting') this.#connect()
    else if (this.#state.get() === 'open') this.#ping(PROBE_TIMEOUT_MS)
  }

  /** In `waitMs` the link must have been heard from since the last ping, else it is dead; if so, the next ping goes out. */
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
    return isFrame ? (value as ServerFrame) : null // our own server's frames; an unknown type falls through every listener
  } catch {
    return null
  }
}

const MIN_DELAY_MS = 3_000
const MAX_DELAY_MS = 30_000
const JITTER_MS = 600

/**
 * How long to wait, in milliseconds, before the given attempt to reconnect (1 is the first after a close): 3000 ms,
 * doubled up to 30 s, and 0 to 600 ms of jitter so that a restart does not bring everybody back in the same instant
 * (REC-07). `chance` is a number from 0 to 1.
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  const doubled = MIN_DELAY_MS * 2 ** Math.min(Math.max(attempt, 1) - 1, 10)
  return Math.min(doubled, MAX_DELAY_MS) + Math.floor(random * JITTER_MS)
}
