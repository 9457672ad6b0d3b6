import { CLOSE_CODES } from '@everkin/contract/errors.ts'
import type { ClientFrame, ServerFrame, ServerFrameOf } from '@everkin/contract/types.ts'
import { retryPauseMs } from './live-socket-pause.ts'
import type { SocketLike, SocketSurroundings } from './live-socket-surroundings.ts'

const PING_EVERY_MS = 20_000
/** After a return to the tab a living link answers within this; a laptop that slept finds out at once. */
const PROBE_ANSWER_MS = 5_000

/** Most that one `sync` frame may name (contract, client frames). */
const CHATS_A_SYNC = 200
const STREAMS_A_SYNC = 50

export type LiveState = 'idle' | 'connecting' | 'open' | 'waiting' | 'signed-out'

/** What one part of the page knows, to be caught up after a reconnect. */
export interface KnownState {
  chats: { chat_id: string; rev: number }[]
  streams: { message_id: string; offset: number }[]
}

type FrameListener = (frame: ServerFrame) => void

/**
 * The one websocket of a tab. Reconnects by itself, finds a dead link within 45 s, and after every
 * `ready` asks for what was missed. Frames sent while it is not open are refused, never queued: what must not be
 * lost waits in the outbox.
 */
export class LiveSocket {
  #around: SocketSurroundings
  #socket: SocketLike | null = null
  #state: LiveState = 'idle'
  #attempt = 0
  #userRev: number | undefined
  #heardSincePing = false
  #hasWarned = false
  #cancelRetry: (() => void) | null = null
  #cancelPing: (() => void) | null = null
  #stopListening: (() => void) | null = null
  #frameListeners = new Set<FrameListener>()
  #stateListeners = new Set<() => void>()
  #knowers = new Set<() => KnownState>()

  constructor(around: SocketSurroundings) {
    this.#around = around
  }

  get state(): LiveState {
    return this.#state
  }

  /** Says which revision of the chat list the page was drawn with, so that the first `sync` tells what changed since. */
  knowUserRev(userRev: number): void {
    this.#userRev ??= userRev
  }

  /** Connects if nothing is connected; also after `signed-out`, with the token of the new session. */
  start(): void {
    if (this.#socket || this.#state === 'waiting') return
    this.#stopListening ??= this.#around.onReturn(() => this.#comeBack())
    this.#connect()
  }

  /** Closes for good, until `start` is called again. What was known of the person is forgotten. */
  stop(): void {
    this.#stopListening?.()
    this.#stopListening = null
    this.#userRev = undefined
    this.#attempt = 0
    this.#drop(1000)
    this.#enter('idle')
  }

  /** Sends a frame; false when there is no open link, and then nothing was sent. */
  send(frame: ClientFrame): boolean {
    if (this.#state !== 'open' || !this.#socket) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  /** Hears every frame, in the order of arrival, until the returned function is called. */
  onFrame(listener: FrameListener): () => void {
    this.#frameListeners.add(listener)
    return () => this.#frameListeners.delete(listener)
  }

  /** Hears the frames of one type. */
  on<Type extends ServerFrame['type']>(type: Type, listener: (frame: ServerFrameOf<Type>) => void): () => void {
    return this.onFrame((frame) => {
      if (frame.type === type) listener(frame as ServerFrameOf<Type>) // the type was compared just now
    })
  }

  /** Hears every change of state. */
  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  /** Adds what a part of the page knows to the `sync` after each reconnect. */
  addKnower(knower: () => KnownState): () => void {
    this.#knowers.add(knower)
    return () => this.#knowers.delete(knower)
  }

  #connect(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
    const token = this.#around.readToken()
    if (token === null) {
      this.#enter('signed-out')
      return
    }
    this.#enter('connecting')
    // What an earlier socket still says after it was left is not heard.
    const socket = this.#around.open(token, {
      message: (data) => this.#socket === socket && this.#receive(data),
      close: (code, failed) => this.#socket === socket && this.#lose(code, failed),
    })
    this.#socket = socket
    this.#heardSincePing = true
    this.#watch(PING_EVERY_MS)
  }

  #receive(data: unknown): void {
    this.#heardSincePing = true
    const frame = readFrame(data)
    if (!frame) return
    if (frame.type === 'ready') this.#becomeOpen()
    if (frame.type === 'synced') this.#userRev = frame.user_rev
    for (const listener of [...this.#frameListeners]) listener(frame)
  }

  #becomeOpen(): void {
    this.#attempt = 0
    this.#hasWarned = false
    this.#enter('open')
    const known = [...this.#knowers].map((knower) => knower())
    this.send({
      type: 'sync',
      user_rev: this.#userRev,
      chats: known.flatMap((part) => part.chats).slice(0, CHATS_A_SYNC),
      streams: known.flatMap((part) => part.streams).slice(0, STREAMS_A_SYNC),
    })
  }

  #lose(code: number, failed = false): void {
    this.#drop()
    // Once until the next open link, not for every attempt. Neither address nor token is in it.
    if (failed && !this.#hasWarned) {
      this.#hasWarned = true
      this.#around.warn(`The live connection failed (code ${code}). Connecting again.`)
    }
    if (code === CLOSE_CODES.notSignedIn) {
      this.#enter('signed-out')
      return
    }
    this.#attempt += 1
    const pauseMs = retryPauseMs(this.#attempt, this.#around.chance())
    this.#cancelRetry = this.#around.after(pauseMs, () => this.#connect())
    this.#enter('waiting')
  }

  #comeBack(): void {
    if (this.#state === 'waiting') this.#connect()
    else if (this.#state === 'open') this.#ping(PROBE_ANSWER_MS)
  }

  /** In `waitMs` the link must have been heard from since the last ping, else it is dead; if so, the next ping goes out. */
  #watch(waitMs: number): void {
    this.#cancelPing?.()
    this.#cancelPing = this.#around.after(waitMs, () => {
      if (this.#heardSincePing) this.#ping(PING_EVERY_MS)
      else this.#giveUp()
    })
  }

  #ping(patienceMs: number): void {
    this.#heardSincePing = false
    this.send({ type: 'ping', t: Math.round(this.#around.nowMs()) })
    this.#watch(patienceMs)
  }

  #giveUp(): void {
    const socket = this.#socket
    this.#lose(1006)
    socket?.close()
  }

  #drop(closeCode?: number): void {
    this.#cancelRetry?.()
    this.#cancelPing?.()
    this.#cancelRetry = null
    this.#cancelPing = null
    const socket = this.#socket
    this.#socket = null
    if (closeCode !== undefined) socket?.close(closeCode)
  }

  #enter(state: LiveState): void {
    if (this.#state === state) return
    this.#state = state
    for (const listener of [...this.#stateListeners]) listener()
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
