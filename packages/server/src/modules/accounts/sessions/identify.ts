import { createHash, timingSafeEqual } from 'node:crypto'
import type { Queryable } from '../../../platform/db/database.ts'
import { onlyRow } from '../../../platform/db/database.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Identity } from '../../../platform/http/caller.ts'
import { GUEST_TOKEN_PREFIX } from '../../../platform/http/request-metadata.ts'
import { type OperatorSettings, operatorRoleOf } from '../operator.ts'
import { type Person, personFromRow } from '../person.ts'
import { selectSessionByToken, touchSession } from './session-store.ts'
import { GUEST_LIFETIME_MS, SESSION_IDLE_MS, SESSION_LIFETIME_MS } from './sessions.ts'

const TOUCH_EVERY_MS = 5 * MINUTE_MS

/** The two halves of a session; neither is valid alone. */
interface SessionHalves {
  token: string
  secret: string
}

/**
 * The stored form of half a session, or of a challenge. A plain digest is enough, because each has 256 random bits
 * (AUTH-08).
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest()
}

/**
 * The person whose session these two halves are, or null when they do not match, were revoked or have expired. Queries
 * the database every time, so that a revocation takes effect at once in every process (AUTH-09). A guest's session ends
 * after a day, and its token is of another kind than that of an account.
 */
export async function identify(
  db: Queryable,
  { token, secret }: SessionHalves,
  now: Date,
  settings: OperatorSettings = { mode: 'production', adminEmails: [] },
): Promise<(Identity & { person: Person }) | null> {
  if (token === '' || secret === '' || token.length > 256 || secret.length > 256) return null
  const row = onlyRow(await selectSessionByToken(db, hashSecret(token)))
  const expected = row?.secret_hash ?? new Uint8Array(32)
  if (!timingSafeEqual(hashSecret(secret), expected) || !row) return null
  const idleMs = now.getTime() - row.session_last_seen_at.getTime()
  if (idleMs >= SESSION_IDLE_MS || now.getTime() - row.session_created_at.getTime() >= SESSION_LIFETIME_MS) return null
  if (idleMs >= TOUCH_EVERY_MS) await touchSession(db, row.session_id, now)
  const person = personFromRow(row)
  const isGuest = person.guestMessagesLeft !== null
  if (isGuest !== token.startsWith(GUEST_TOKEN_PREFIX)) return null
  if (isGuest && now.getTime() - person.createdAt.getTime() >= GUEST_LIFETIME_MS) return null
  return {
    personId: person.id,
    sessionId: row.session_id,
    role: operatorRoleOf(person, settings),
    lang: person.lang,
    ...(isGuest && { isGuest }),
    ...(person.suspensionId !== null && { isSuspended: true }),
    person,
  }
}
