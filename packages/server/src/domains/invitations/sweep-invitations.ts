import type { Queryable } from '../../platform/db/database.ts'
import { KEPT_MS, WAITS_MS } from './rules.ts'
import { deleteUnclaimedBefore, dropMarksBefore, lapseHeldBefore } from './store.ts'

/** Forgets what has run out: links that nobody took, hashes, and gifts that were held in vain. To be run now and then. */
export async function sweepInvitations(db: Queryable, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await deleteUnclaimedBefore(db, before(KEPT_MS.unclaimed))
  await lapseHeldBefore(db, before(WAITS_MS))
  await dropMarksBefore(db, before(KEPT_MS.marks))
}
