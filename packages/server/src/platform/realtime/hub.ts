import type { Socket } from 'node:net'
import { CLOSE_CODES } from '@everkin/contract/errors.ts'
import type { ServerFrame } from '@everkin/contract/types.ts'
import { LRUCache } from 'lru-cache'
import type { WebSocket } from 'ws'
import { MINUTE_MS } from '../durations.ts'
import type { EventBus } from './event-bus.ts'
import type { RealtimePublisher } from './publisher.ts'

/** An open tab. Kept small, because there may be a hundred thousand of them. */
export interface Connection {
  readonly socket: WebSocket
  readonly personId: string
  readonly sessionId: string
  /** Frames that wait for the socket to drain. */
  backlog: Backlog | null
  /** Its session has ended: no more of its frames are handled, even if the client does not answer the close. */
  isRevoked?: boolean
}

/** Frames for a slow reader, with merged deltas; `length` is their approximate size, `since` when it fell behind. */
interface Backlog {
  frames: ServerFrame[]
  length: number
  since: number
}

/**
 * Above this many buffered bytes deltas wait and are merged. Above the second limit, including the backlog, or after
 * this long without catching up, the reader is too slow (WS-03).
 */
const MERGE_THRESHOLD_BYTES = 256 * 1024
const MAX_BACKLOG_BYTES = 4 * 1024 * 1024
const BACKLOG_TIMEOUT_MS = 30_000
const DRAIN_INTERVAL_MS = 50
/** Longer than it takes to identify a new connection. */
const CLOSED_MEMORY_MS = MINUTE_MS

export interface Hub extends RealtimePublisher {
  /**
   * Adds a connection whose session was found valid at `identifiedAt` (`performance.now`). False when the session or all
   * of the person's were closed since: the connection was not there yet to be closed with the others (AUTH-09).
   */
  add(connection: Connection, identifiedAt: number): boolean
  remove(connection: Connection): void
  send(connection: Connection, frame: ServerFrame): void
  connectionCount(): number
  /** The sessions with an open tab at this process. */
  sessionIds(): string[]
  /** Whether this person has an open tab at this process. */
  isOnline(personId: string): boolean
  /** Closes every socket with 1012, so that clients reconnect to the next process. */
  closeAll(): void
}

/** Tracks the open tabs of this process and delivers frames to them. */
export function createHub(bus: EventBus): Hub {
  const byPerson = new Map<string, Set<Connection>>()
  const slow = new Set<Connection>()
  /** When a session, or all sessions of a person, were closed. */
  const closedAt = new LRUCache<string, number>({ max: 10_000, ttl: CLOSED_MEMORY_MS })
  let drainTimer: NodeJS.Timeout | null = null

  const write = createTickWriter()
  const deliver = (connection: Connection, frame: ServerFrame, text: string) => {
    const { socket } = connection
    if (socket.readyState !== socket.OPEN) return
    if (connection.backlog === null && socket.bufferedAmount < MERGE_THRESHOLD_BYTES) return write(socket, text)
    const backlog = connection.backlog ?? { frames: [], length: 0, since: performance.now() }
    connection.backlog = backlog
    backlog.length += text.length
    if (socket.bufferedAmount + backlog.length > MAX_BACKLOG_BYTES) return closeSlowConnection(connection)
    appendFrame(backlog.frames, frame)
    slow.add(connection)
    drainTimer ??= setInterval(drain, DRAIN_INTERVAL_MS).unref()
  }

  const closeSlowConnection = (connection: Connection) => {
    slow.delete(connection)
    connection.backlog = null
    connection.socket.close(CLOSE_CODES.tooSlow)
  }

  const drain = () => {
    for (const connection of slow) {
      const { socket, backlog } = connection
      if (socket.readyState === socket.OPEN && socket.bufferedAmount >= MERGE_THRESHOLD_BYTES) {
        if (backlog && performance.now() - backlog.since > BACKLOG_TIMEOUT_MS) closeSlowConnection(connection)
        continue
      }
      slow.delete(connection)
      connection.backlog = null
      if (socket.readyState === socket.OPEN)
        for (const frame of backlog?.frames ?? []) write(socket, JSON.stringify(frame))
    }
    if (slow.size === 0 && drainTimer) {
      clearInterval(drainTimer)
      drainTimer = null
    }
  }

  const closeWhere = (matches: (connection: Connection) => boolean) => {
    for (const connections of byPerson.values())
      for (const connection of connections) {
        if (!matches(connection)) continue
        connection.isRevoked = true
        connection.socket.close(CLOSE_CODES.notSignedIn)
      }
  }

  bus.subscribe((event) => {
    if (event.kind === 'frame') {
      const connections = byPerson.get(event.personId)
      if (!connections) return
      let frame: ServerFrame | null = null
      for (const connection of connections) {
        if (connection.backlog !== null || connection.socket.bufferedAmount >= MERGE_THRESHOLD_BYTES)
          frame ??= JSON.parse(event.frame) as ServerFrame // our own frame, parsed for slow readers only
        if (frame) deliver(connection, frame, event.frame)
        else if (connection.socket.readyState === connection.socket.OPEN) write(connection.socket, event.frame)
      }
    } else if (event.kind === 'close_session') {
      closedAt.set(`session ${event.sessionId}`, performance.now())
      closeWhere((connection) => connection.sessionId === event.sessionId)
    } else if (event.kind === 'close_person') {
      closedAt.set(`person ${event.personId}`, performance.now())
      closeWhere((connection) => connection.personId === event.personId)
    }
  })

  return {
    publishToPerson: (personId, frame) => bus.publish({ kind: 'frame', personId, frame: JSON.stringify(frame) }),
    closeSession: (sessionId) => bus.publish({ kind: 'close_session', sessionId }),
    closePerson: (personId) => bus.publish({ kind: 'close_person', personId }),
    add: (connection, identifiedAt) => {
      const { sessionId, personId } = connection
      const ends = [closedAt.get(`session ${sessionId}`), closedAt.get(`person ${personId}`)]
      if (ends.some((at) => at !== undefined && at >= identifiedAt)) return false
      const connections = byPerson.get(personId)
      if (connections) connections.add(connection)
      else byPerson.set(personId, new Set([connection]))
      return true
    },
    remove: (connection) => {
      const connections = byPerson.get(connection.personId)
      connections?.delete(connection)
      if (connections?.size === 0) byPerson.delete(connection.personId)
      slow.delete(connection)
    },
    send: (connection, frame) => deliver(connection, frame, JSON.stringify(frame)),
    isOnline: (personId) => byPerson.has(personId),
    connectionCount: () => [...byPerson.values()].reduce((sum, connections) => sum + connections.size, 0),
    sessionIds: () => [
      ...new Set([...byPerson.values()].flatMap((connections) => [...connections].map(({ sessionId }) => sessionId))),
    ],
    closeAll: () => {
      for (const connections of byPerson.values())
        for (const { socket } of connections) socket.close(CLOSE_CODES.restarting)
    },
  }
}

/** Appends a frame; text that continues the last frame, of the same message and kind, is merged into it. */
export function appendFrame(backlog: ServerFrame[], frame: ServerFrame): void {
  const last = backlog.at(-1)
  if (
    (frame.type === 'message.delta' || frame.type === 'message.reasoning') &&
    (last?.type === 'message.delta' || last?.type === 'message.reasoning') &&
    last.type === frame.type &&
    last.message_id === frame.message_id &&
    last.offset + last.text.length === frame.offset
  )
    backlog[backlog.length - 1] = { ...last, ...frame, offset: last.offset, text: last.text + frame.text }
  else backlog.push(frame)
}

/**
 * Writes all frames of one tick to a socket in one system call, because the call costs more than everything else about
 * a small frame. The frames are put together here, without those of ws: header and text are one piece instead of two.
 */
function createTickWriter(): (socket: WebSocket, text: string) => void {
  const corked = new Set<Socket>()
  const uncorkAll = () => {
    for (const stream of corked) stream.uncork()
    corked.clear()
  }
  return (socket, text) => {
    const stream = (socket as unknown as { _socket: Socket | null })._socket // ws has no API to delay a write
    if (!stream) return socket.send(text)
    if (!corked.has(stream)) {
      if (corked.size === 0) setImmediate(uncorkAll)
      corked.add(stream)
      stream.cork()
    }
    stream.write(textFrame(text))
  }
}

const FINAL_TEXT = 0x81
const LENGTH_IN_2_BYTES = 126
const LENGTH_IN_8_BYTES = 127

/** A whole message of a server that does not compress (RFC 6455, 5.2). */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerLength = length < LENGTH_IN_2_BYTES ? 2 : length < 0x10000 ? 4 : 10
  const frame = Buffer.allocUnsafe(headerLength + length)
  frame[0] = FINAL_TEXT
  if (headerLength === 2) frame[1] = length
  else if (headerLength === 4) {
    frame[1] = LENGTH_IN_2_BYTES
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LENGTH_IN_8_BYTES
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, headerLength)
  return frame
}
