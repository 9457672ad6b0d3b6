import type { ServerFrame } from '@everkin/contract/types.ts'

/** Publishes events to a person's open tabs, on whatever process. Types only; implemented in `hub.ts`. */
export interface RealtimePublisher {
  /** Sends a frame to every device of a person. Never throws, never waits: the database is the source of truth. */
  publishToPerson(personId: string, frame: ServerFrame): void
  /** Closes the sockets of one session (4401), or of all of a person's, everywhere. */
  closeSession(sessionId: string): void
  closePerson(personId: string): void
}
