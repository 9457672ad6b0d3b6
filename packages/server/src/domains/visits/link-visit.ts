import type { Queryable } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { deleteVisitsOf, setPersonByKey } from './store.ts'
import { clearVisitCookie, hashOfKey, VISIT_COOKIE_MS, visitKeyOf } from './visit-cookie.ts'

/** Tells the visit that this browser carries which account came of it; in the transaction that makes the account. */
export async function linkVisit(
  tx: Queryable,
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
export async function forgetVisits(tx: Queryable, personId: string): Promise<void> {
  await deleteVisitsOf(tx, personId)
}
