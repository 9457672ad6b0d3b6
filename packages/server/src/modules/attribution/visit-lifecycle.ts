import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { deleteVisitsBefore, deleteVisitsOf, dropKeysBefore, selectVisitsOf, setPersonByKey } from './store.ts'
import { clearVisitCookie, hashOfKey, VISIT_COOKIE_MS, visitKeyOf } from './visit-cookie.ts'

/** Links this browser's visit to the new account, in the transaction that creates the account. */
export async function linkVisit(
  tx: Transaction,
  personId: string,
  caller: Pick<Caller, 'cookies' | 'isSecure' | 'setCookie'>,
  now: Date,
): Promise<void> {
  const key = visitKeyOf(caller)
  if (!key) return
  const since = new Date(now.getTime() - VISIT_COOKIE_MS)
  await setPersonByKey(tx, { keyHash: hashOfKey(key), personId, since, now })
  clearVisitCookie(caller)
}

/** Deletes a person's visits; also used for a person who turns out to be under 18. */
export async function eraseVisits(tx: Transaction, personId: string): Promise<void> {
  await deleteVisitsOf(tx, personId)
}

/** The visits that led to a person's account, for the personal data export. */
export function exportVisits(db: Queryable, personId: string): Promise<object[]> {
  return selectVisitsOf(db, personId)
}

/** How long a visit without an account is stored. */
export const RETENTION_DAYS = 180
const RETENTION_MS = RETENTION_DAYS * DAY_MS

/**
 * Deletes visits without an account after 180 days, and keys whose cookie has expired. A person's visits are deleted
 * with the person. Run as a recurring job.
 */
export async function purgeVisits(db: Queryable, now: Date): Promise<void> {
  await dropKeysBefore(db, new Date(now.getTime() - VISIT_COOKIE_MS))
  await deleteVisitsBefore(db, new Date(now.getTime() - RETENTION_MS))
}
