import type { Database } from '../../platform/db/database.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import type { Log } from '../../platform/log.ts'
import {
  claimCheck,
  lockAccount,
  saveCheck,
  selectAccountsAfter,
  selectDifference,
  selectFrozen,
  selectLastTransferId,
  setFrozen,
  sumTransfers,
} from './reconcile-store.ts'
import type { Asset } from './store.ts'

/** Small enough that a step takes milliseconds and others get their turn in between. */
const BATCH = { accounts: 500, transfers: 10_000 }

export interface DifferingAccount {
  id: string
  asset: Asset
  /** What the account says beyond the sum of its entries. */
  difference: number
}

export interface LedgerFindings {
  accounts: number
  transfers: number
  differing: DifferingAccount[]
  /** Ids of transfers that do not sum to zero; at most twenty of each batch. */
  unbalanced: number[]
  /** What everything booked in an asset sums to; always 0. */
  trialBalance: Record<Asset, number>
  /** Accounts that were frozen and are right again. */
  released: string[]
}

/**
 * Recomputes every person's balance from its entries and the trial balance of each asset, in small steps that lock
 * nothing. Spending stops for exactly the accounts that differ, and goes on for those that are right again (WAL-17);
 * earning and giving back never stop. Nothing is corrected: that is for people. The findings are kept for the desk.
 */
export async function reconcileLedger(
  database: Database,
  tellNow: () => Date,
  batch: typeof BATCH = BATCH,
): Promise<LedgerFindings> {
  const startedAt = tellNow()
  const sums = await checkTransfers(database, batch.transfers)
  const { accounts, suspects } = await checkAccounts(database, batch.accounts)
  const differing: DifferingAccount[] = []
  const released: string[] = []
  for (const { id, asset } of suspects) {
    const difference = await settleAccount(database, id, tellNow())
    if (difference !== 0) differing.push({ id, asset, difference })
  }
  const wrong = new Set(differing.map(({ id }) => id))
  for (const id of await selectFrozen(database))
    if (!wrong.has(id) && (await settleAccount(database, id, tellNow())) === 0) released.push(id)
  const finishedAt = tellNow()
  await saveCheck(database, {
    day: startedAt.toISOString().slice(0, 10),
    startedAt,
    finishedAt,
    accounts,
    transfers: sums.transfers,
    differing: differing.length,
    unbalanced: sums.unbalanced.length,
  })
  return { ...sums, accounts, differing, released }
}

/** Up to the newest transfer there is now: a transfer is booked as a whole, so each is seen whole or not at all. */
async function checkTransfers(
  database: Database,
  step: number,
): Promise<Pick<LedgerFindings, 'transfers' | 'unbalanced' | 'trialBalance'>> {
  const lastId = await selectLastTransferId(database)
  const trialBalance = { coin: 0, message: 0 }
  const unbalanced: number[] = []
  let transfers = 0
  for (let afterId = 0; afterId < lastId; afterId += step) {
    const sums = await sumTransfers(database, afterId, Math.min(afterId + step, lastId))
    transfers += sums.transfers
    trialBalance.coin += sums.coin
    trialBalance.message += sums.message
    unbalanced.push(...sums.unbalanced)
    await yieldToEventLoop()
  }
  return { transfers, unbalanced, trialBalance }
}

async function checkAccounts(
  database: Database,
  step: number,
): Promise<{ accounts: number; suspects: { id: string; asset: Asset }[] }> {
  const suspects: { id: string; asset: Asset }[] = []
  let accounts = 0
  for (let afterId = ''; ; ) {
    const rows = await selectAccountsAfter(database, afterId, step)
    accounts += rows.length
    suspects.push(...rows.filter(({ balance, sum }) => balance !== sum))
    const last = rows.at(-1)
    if (!last || rows.length < step) return { accounts, suspects }
    afterId = last.id
    await yieldToEventLoop()
  }
}

/** Looks again under the account's lock, freezes or releases it accordingly, and gives the difference. */
function settleAccount(database: Database, accountId: string, now: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId)
    if (!account) return 0
    // A statement of its own: only one that begins after the lock is held sees everything that was booked before.
    const difference = await selectDifference(tx, accountId)
    if (account.isFrozen !== (difference !== 0)) await setFrozen(tx, accountId, difference === 0 ? null : now)
    return difference
  })
}

/** The embedded database answers one after the other: between two steps whoever waits comes first. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** One that has not ended after so long was cut short. */
const CUT_SHORT_MS = HOUR_MS

/**
 * The daily check: the first process that asks on a day (UTC) does it, the others have nothing to do. What is wrong is
 * told at `error`, by the ids of accounts and transfers, which name nobody. Gives whether this call did it.
 */
export async function reconcileLedgerDaily(database: Database, tellNow: () => Date, log: Log): Promise<boolean> {
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
