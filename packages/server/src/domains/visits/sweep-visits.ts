import type { Queryable } from '../../platform/db/database.ts'
import { deleteVisitsBefore, dropKeysBefore } from './store.ts'
import { VISIT_COOKIE_MS } from './visit-cookie.ts'

const KEPT_MS = 180 * 86_400_000

/**
 * Forgets visits that led to nobody after 180 days, and keys whose cookie has run out. Those of a person go with the
 * person. To be run now and then.
 */
export async function sweepVisits(db: Queryable, now: Date): Promise<void> {
  await dropKeysBefore(db, new Date(now.getTime() - VISIT_COOKIE_MS))
  await deleteVisitsBefore(db, new Date(now.getTime() - KEPT_MS))
}
