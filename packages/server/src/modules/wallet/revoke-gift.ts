import type { Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { assertAmount } from './balance.ts'
import { walletChanged } from './publish-wallet.ts'
import { type Asset, insertMovement, openAccount, selectMovements } from './store.ts'
import { replayUnspent } from './unspent.ts'

interface GiftRevocation {
  personId: string
  asset: Asset
  /** The amount given; never more than this is taken. */
  max: number
  /** Identifies the cause: a second call with the same key takes nothing. */
  key: string
  cause: string
  ref: string | null
  now: Date
}

/**
 * Takes back the unspent part of a gift and returns that amount. What was spent stays spent, and nothing that was
 * bought is touched; among gifts, the others count as spent first.
 */
export async function revokeGift(tx: Transaction, { max, personId, ...taken }: GiftRevocation): Promise<number> {
  assertAmount(max)
  const account = await openAccount(tx, personId, taken.asset, newId(taken.now))
  const { gifted } = replayUnspent(await selectMovements(tx, account.id))
  const amount = Math.min(max, gifted, account.balance)
  if (amount <= 0) return 0
  const booked = await insertMovement(tx, {
    ...taken,
    accountId: account.id,
    person: -amount,
    receivable: 0,
    against: 'granted',
  })
  if (booked.length === 0) return 0
  tx.afterCommit(walletChanged(personId))
  return amount
}
