import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { reconcileLedger } from './reconcile-ledger.ts'
import { claimCheck } from './reconcile-store.ts'

/** One that has not ended after so long was cut short. */
const CUT_SHORT_MS = 3_600_000

/**
 * The daily check: the first process that asks on a day (UTC) does it, the others have nothing to do. What is wrong is
 * told at `error`, by the ids of accounts and transfers, which name nobody. Gives whether this call did it.
 */
export async function watchLedger(database: Database, tellNow: () => Date, log: Log): Promise<boolean> {
  const now = tellNow()
  const day = now.toISOString().slice(0, 10)
  if (!(await claimCheck(database, day, now, new Date(now.getTime() - CUT_SHORT_MS)))) return false
  const { accounts, transfers, differing, unbalanced, released } = await reconcileLedger(database, tellNow)
  for (const { id, asset, difference } of differing)
    log.error(
      { account: id, asset, difference },
      'a balance is not the sum of its entries: spending from it is stopped',
    )
  if (unbalanced.length > 0) log.error({ transfers: unbalanced }, 'transfers of the ledger do not sum to zero')
  if (released.length > 0) log.warn({ accounts: released }, 'balances are right again: spending from them goes on')
  log.info({ accounts, transfers, differing: differing.length }, 'the ledger was checked')
  return true
}
