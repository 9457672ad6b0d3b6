import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { AccountServices } from '../services.ts'
import {
  deleteSession,
  deleteSessionsOf,
  type SessionRow,
  selectDevices,
  selectSessions,
  selectValidSessions,
} from './session-store.ts'

/** A session ends after this long without use, and after this long in total (AUTH-13). */
export const SESSION_IDLE_MS = 30 * DAY_MS
export const SESSION_LIFETIME_MS = 90 * DAY_MS
/** How long a guest, their session and their chats are kept without a sign-in. */
export const GUEST_LIFETIME_MS = DAY_MS

/** The devices that are signed in, last used first; sessions that have run out are not among them. */
export function listSessions(db: Queryable, personId: string, now: Date): Promise<SessionRow[]> {
  return selectSessions(db, personId, oldestValid(now))
}

/**
 * Ends one of the person's sessions; its sockets are cut on every process (AUTH-09).
 * @throws AppError NotFound for one that is unknown, has ended, or is someone else's.
 */
export async function endSession(
  services: Pick<AccountServices, 'database' | 'live'>,
  personId: string,
  sessionId: string,
): Promise<void> {
  const ended = await deleteSession(services.database, personId, sessionId)
  if (ended.length === 0) throw new AppError('NotFound')
  services.live.closeSession(sessionId)
}

/** Ends all of the person's sessions but this one; their sockets are cut on every process (AUTH-09). */
export async function endOtherSessions(
  services: Pick<AccountServices, 'database' | 'live'>,
  personId: string,
  sessionId: string,
): Promise<void> {
  const ended = await deleteSessionsOf(services.database, personId, sessionId)
  for (const { id } of ended) services.live.closeSession(id)
}

/** Which of these sessions have ended: signed out, revoked or expired. */
export async function findEndedSessions(db: Queryable, ids: readonly string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return []
  const valid = new Set((await selectValidSessions(db, ids, oldestValid(now))).map(({ id }) => id))
  return ids.filter((id) => !valid.has(id))
}

/** The oldest last use and creation at which a session is still valid now. */
export function oldestValid(now: Date): { seen: Date; created: Date } {
  return {
    seen: new Date(now.getTime() - SESSION_IDLE_MS),
    created: new Date(now.getTime() - SESSION_LIFETIME_MS),
  }
}

/** The device hashes of the browsers in which a person is signed in. */
export async function listDeviceHashes(db: Queryable, personId: string): Promise<Buffer[]> {
  return (await selectDevices(db, personId)).map(({ device_hash }) => Buffer.from(device_hash))
}
