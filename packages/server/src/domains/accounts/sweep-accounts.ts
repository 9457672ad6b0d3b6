import type { Queryable } from '../../platform/db/database.ts'
import { deleteTokensBefore } from './identity-store.ts'
import { oldestLiving } from './sessions.ts'
import { KEPT_FOR_MS } from './sign-in-limits.ts'
import { deleteOldCounts } from './sign-in-store.ts'
import { deleteAgeMarksBefore, deleteLeftMarksBefore, deleteSessionsBefore } from './store.ts'

/**
 * Forgets what has run out and opens or limits nothing any more: sessions, codes, failures, used tokens and marks. To be
 * run now and then.
 */
export async function sweepAccounts(db: Queryable, now: Date): Promise<void> {
  await deleteSessionsBefore(db, oldestLiving(now))
  await deleteAgeMarksBefore(db, now)
  await deleteTokensBefore(db, now)
  await deleteLeftMarksBefore(db, now)
  await deleteOldCounts(db, {
    codes: new Date(now.getTime() - KEPT_FOR_MS.codes),
    failures: new Date(now.getTime() - KEPT_FOR_MS.failures),
  })
}
