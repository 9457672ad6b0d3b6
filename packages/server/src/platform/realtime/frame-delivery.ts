import { CLOSE_CODES } from '@everkin/contract/errors.ts'
import type { ServerFrame } from '@everkin/contract/types.ts'
import type { WebSocket } from 'ws'
import { createSocketWriter } from './socket-writer.ts'

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

/** Sends frames to open tabs, with backpressure for slow readers. */
export interface FrameDelivery {
  /** Sends one frame to these tabs. `text` is the frame as JSON; it is parsed for slow readers only. */
  deliver(connections: Iterable<Connection>, text: string, frame?: ServerFrame): void
  /** Drops what waits for a tab that has closed. */
  forget(connection: Connection): void
}

export function createFrameDelivery(): FrameDelivery {
  const slow = new Set<Connection>()
  let drainTimer: NodeJS.Timeout | null = null
  const write = createSocketWriter()

  /** Appends to the backlog, or closes the tab when that grows too large. */
  function queueFrame(connection: Connection, frame: ServerFrame, length: number): void {
    const backlog = connection.backlog ?? { frames: [], length: 0, since: performance.now() }
    connection.backlog = backlog
    backlog.length += length
    if (connection.socket.bufferedAmount + backlog.length > MAX_BACKLOG_BYTES) return closeSlowConnection(connection)
    appendFrame(backlog.frames, frame)
    slow.add(connection)
    drainTimer ??= setInterval(drain, DRAIN_INTERVAL_MS).unref()
  }

  function closeSlowConnection(connection: Connection): void {
    forget(connection)
    connection.socket.close(CLOSE_CODES.tooSlow)
  }

  function drain(): void {
    for (const connection of slow) {
      const { socket, backlog } = connection
      if (socket.readyState === socket.OPEN && socket.bufferedAmount >= MERGE_THRESHOLD_BYTES) {
        if (backlog && performance.now() - backlog.since > BACKLOG_TIMEOUT_MS) closeSlowConnection(connection)
        continue
      }
      forget(connection)
      if (socket.readyState === socket.OPEN)
        for (const frame of backlog?.frames ?? []) write(socket, JSON.stringify(frame))
    }
    if (slow.size === 0 && drainTimer) {
      clearInterval(drainTimer)
      drainTimer = null
    }
  }

  function forget(connection: Connection): void {
    slow.delete(connection)
    connection.backlog = null
  }

  return {
    deliver(connections, text, frame) {
      let parsed = frame
      for (const connection of connections) {
        const { socket, backlog } = connection
        if (socket.readyState !== socket.OPEN) continue
        if (backlog === null && socket.bufferedAmount < MERGE_THRESHOLD_BYTES) write(socket, text)
        else {
          parsed ??= JSON.parse(text) as ServerFrame // a frame of our own
          queueFrame(connection, parsed, text.length)
        }
      }
    },
    forget,
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
