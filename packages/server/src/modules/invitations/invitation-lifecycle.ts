import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { CLAIM_DELAY_MS, RETENTION_MS } from './rules.ts'
import { deleteMarksBefore, deleteUnclaimedBefore, deleteUnclaimedOf, erasePerson, expireHeldBefore } from './store.ts'

/** Forgets what has run out: links that nobody took, hashes, and gifts that were held in vain. To be run now and then. */
export async function purgeInvitations(db: Queryable, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await deleteUnclaimedBefore(db, before(RETENTION_MS.unclaimed))
  await expireHeldBefore(db, before(CLAIM_DELAY_MS))
  await deleteMarksBefore(db, before(RETENTION_MS.marks))
}

/**
 * An erased person's open links lead nowhere any more; of what was claimed, only hashes stay for the rest of their 90
 * days, so that leaving and coming back brings no second gift.
 */
export async function eraseInvitations(tx: Transaction, personId: string): Promise<void> {
  await deleteUnclaimedOf(tx, personId)
  await erasePerson(tx, personId)
}
