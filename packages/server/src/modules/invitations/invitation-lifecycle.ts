import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { CLAIM_CHECK_PERIOD_MS, RETENTION_MS } from './rules.ts'
import { deleteHashesBefore, deleteUnclaimedBefore, deleteUnclaimedOf, erasePerson, expireHeldBefore } from './store.ts'

/** Deletes expired rows: unclaimed links, hashes, and held gifts that were never released. Run as a recurring job. */
export async function purgeInvitations(db: Queryable, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await deleteUnclaimedBefore(db, before(RETENTION_MS.unclaimed))
  await expireHeldBefore(db, before(CLAIM_CHECK_PERIOD_MS))
  await deleteHashesBefore(db, before(RETENTION_MS.hashes))
}

/**
 * Invalidates an erased person's open links. Of claimed invitations only hashes stay for the rest of their 90 days, so
 * that deleting and recreating the account gives no second gift.
 */
export async function eraseInvitations(tx: Transaction, personId: string): Promise<void> {
  await deleteUnclaimedOf(tx, personId)
  await erasePerson(tx, personId)
}
