import type { ServerFrame } from '@everkin/contract/types.ts'

/** Tells people's open tabs, on whatever process they hang, what happened. Types only; `hub.ts` does it. */
export interface RealtimePublisher {
  /** Sends a frame to every device of a person. Never throws, never waits: truth is in the database. */
  publishToPerson(personId: string, frame: ServerFrame): void
  /** Closes the sockets of one session (4401), or of all of a person's, everywhere. */
  closeSession(sessionId: string): void
  closePerson(personId: string): void
}
