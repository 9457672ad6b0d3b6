import { AppError } from '../../../platform/app-error.ts'
import { onlyRow, type Queryable } from '../../../platform/db/database.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Identity } from '../../../platform/http/caller.ts'

/** How long after a sign-in, or a confirmation by code or passkey, a session may do what is hard to undo. */
const FRESH_SIGN_IN_MS = 10 * MINUTE_MS

/**
 * Passes only while the person has lately proved in this session who they are, so that nobody can take over or empty
 * an account with a device that was left signed in (AUTH-18).
 * @throws AppError NotAllowed with the reason `fresh_sign_in`, upon which the page asks for a code or passkey and tries
 * again; NotSignedIn when the session has ended.
 */
export async function assertFreshSignIn(db: Queryable, identity: Identity, now: Date): Promise<void> {
  const session = onlyRow(
    await db.query<{ at: Date | null }>('select authenticated_at as at from session where id = $1 and person_id = $2', [
      identity.sessionId,
      identity.personId,
    ]),
  )
  if (!session) throw new AppError('NotSignedIn')
  const provedAt = session.at?.getTime() ?? 0
  if (now.getTime() - provedAt < FRESH_SIGN_IN_MS) return
  throw new AppError('NotAllowed', { reason: 'fresh_sign_in' }, 'freshSignIn')
}

/** Records that the person has just proved in this session who they are. */
export async function markFreshSignIn(db: Queryable, sessionId: string, now: Date): Promise<void> {
  await db.query('update session set authenticated_at = $2 where id = $1', [sessionId, now])
}
