import { CLOSE_CODES } from '@everkin/contract/errors.ts'
import type { ServerFrame } from '@everkin/contract/types.ts'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../durations.ts'
import type { EventBus } from './event-bus.ts'
import { type Connection, createFrameDelivery } from './frame-delivery.ts'
import type { RealtimePublisher } from './publisher.ts'

/** Longer than it takes to identify a new connection. */
const CLOSED_MEMORY_MS = MINUTE_MS

/** Whose a download is. Without a session it was authorised by a link. */
export interface DownloadOwner {
  personId: string
  sessionId: string | null
}

export interface Hub extends RealtimePublisher {
  /**
   * Adds a connection whose session was found valid at `identifiedAt` (`performance.now`). False when the session or all
   * of the person's were closed since: the connection was not there yet to be closed with the others (AUTH-09).
   */
  add(connection: Connection, identifiedAt: number): boolean
  remove(connection: Connection): void
  /**
   * Calls `end` when the session of a download, or all of its owner's, are closed; at once if that happened after
   * `identifiedAt` (`performance.now`). Call the result when the download is over.
   */
  followDownload(owner: DownloadOwner, identifiedAt: number, end: () => void): () => void
  send(connection: Connection, frame: ServerFrame): void
  connectionCount(): number
  /** The sessions with an open tab or a download at this process. */
  sessionIds(): string[]
  /** Whether this person has an open tab at this process. */
  isOnline(personId: string): boolean
  /** Closes every socket with 1012, so that clients reconnect to the next process. */
  closeAll(): void
}

/** Tracks the open tabs of this process and delivers frames to them. */
export function createHub(bus: EventBus): Hub {
  const byPerson = new Map<string, Set<Connection>>()
  /** When a session, or all sessions of a person, were closed. */
  const closedAt = new LRUCache<string, number>({ max: 10_000, ttl: CLOSED_MEMORY_MS })
  const delivery = createFrameDelivery()
  const downloads = new Set<DownloadOwner & { end: () => void }>()

  const closeWhere = (matches: (connection: Connection) => boolean) => {
    for (const connections of byPerson.values())
      for (const connection of connections) {
        if (!matches(connection)) continue
        connection.isRevoked = true
        connection.socket.close(CLOSE_CODES.notSignedIn)
      }
  }
  const wasClosedSince = ({ personId, sessionId }: DownloadOwner, identifiedAt: number) =>
    [closedAt.get(`session ${sessionId}`), closedAt.get(`person ${personId}`)].some(
      (at) => at !== undefined && at >= identifiedAt,
    )

  bus.subscribe((event) => {
    if (event.kind === 'frame') {
      delivery.deliver(byPerson.get(event.personId) ?? [], event.frame)
    } else if (event.kind === 'close_session') {
      closedAt.set(`session ${event.sessionId}`, performance.now())
      closeWhere((connection) => connection.sessionId === event.sessionId)
      for (const { sessionId, end } of downloads) if (sessionId === event.sessionId) end()
    } else if (event.kind === 'close_person') {
      closedAt.set(`person ${event.personId}`, performance.now())
      closeWhere((connection) => connection.personId === event.personId)
      for (const { personId, end } of downloads) if (personId === event.personId) end()
    }
  })

  return {
    publishToPerson: (personId, frame) => bus.publish({ kind: 'frame', personId, frame: JSON.stringify(frame) }),
    closeSession: (sessionId) => bus.publish({ kind: 'close_session', sessionId }),
    closePerson: (personId) => bus.publish({ kind: 'close_person', personId }),
    add: (connection, identifiedAt) => {
      const { personId } = connection
      if (wasClosedSince(connection, identifiedAt)) return false
      const connections = byPerson.get(personId)
      if (connections) connections.add(connection)
      else byPerson.set(personId, new Set([connection]))
      return true
    },
    remove: (connection) => {
      const connections = byPerson.get(connection.personId)
      connections?.delete(connection)
      if (connections?.size === 0) byPerson.delete(connection.personId)
      delivery.forget(connection)
    },
    followDownload: (owner, identifiedAt, end) => {
      if (wasClosedSince(owner, identifiedAt)) end()
      const download = { ...owner, end }
      downloads.add(download)
      return () => void downloads.delete(download)
    },
    send: (connection, frame) => delivery.deliver([connection], JSON.stringify(frame), frame),
    isOnline: (personId) => byPerson.has(personId),
    connectionCount: () => [...byPerson.values()].reduce((sum, connections) => sum + connections.size, 0),
    sessionIds: () => {
      const tabs = [...byPerson.values()].flatMap((connections) => [...connections])
      const ids = [...tabs, ...downloads].map(({ sessionId }) => sessionId)
      return [...new Set(ids)].filter((id) => id !== null)
    },
    closeAll: () => {
      for (const connections of byPerson.values())
        for (const { socket } of connections) socket.close(CLOSE_CODES.restarting)
    },
  }
}
