import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { deleteVisitsBefore, deleteVisitsOf, dropKeysBefore, selectVisitsOf, setPersonByKey } from './store.ts'
import { clearVisitCookie, hashOfKey, VISIT_COOKIE_MS, visitKeyOf } from './visit-cookie.ts'

/** Tells the visit that this browser carries which account came of it; in the transaction that makes the account. */
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

/** Deletes a person's visits: nothing is counted of who turns out to be under 18. */
export async function eraseVisits(tx: Transaction, personId: string): Promise<void> {
  await deleteVisitsOf(tx, personId)
}

/** The visits that led to a person's account, for the copy of their data. */
export function exportVisits(db: Queryable, personId: string): Promise<object[]> {
  return selectVisitsOf(db, personId)
}

const RETENTION_MS = 180 * DAY_MS

/**
 * Forgets visits that led to nobody after 180 days, and keys whose cookie has run out. Those of a person go with the
 * person. To be run now and then.
 */
export async function purgeVisits(db: Queryable, now: Date): Promise<void> {
  await dropKeysBefore(db, new Date(now.getTime() - VISIT_COOKIE_MS))
  await deleteVisitsBefore(db, new Date(now.getTime() - RETENTION_MS))
}
