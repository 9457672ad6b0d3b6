import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { yieldToEventLoop } from '../../platform/event-loop.ts'
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

/** Small enough that a step takes milliseconds and other requests get their turn in between. */
const BATCH_SIZE = { accounts: 500, transfers: 10_000 }

interface DifferingAccount {
  id: string
  asset: Asset
  /** The account's balance minus the sum of its entries. */
  difference: number
}

export interface LedgerFindings {
  accounts: number
  transfers: number
  differing: DifferingAccount[]
  /** Ids of transfers that do not sum to zero; at most twenty of each batch. */
  unbalanced: number[]
  /** The sum of everything booked in an asset; always 0. */
  trialBalance: Record<Asset, number>
  /** Accounts that were frozen and are correct again. */
  unfrozen: string[]
}

/**
 * Recomputes every person's balance from its entries and the trial balance of each asset, in small steps that lock
 * nothing. Freezes exactly the accounts that differ, and unfreezes those that are correct again (WAL-17); earning and
 * refunds always continue. Nothing is corrected automatically. The result is stored for `/admin`.
 */
export async function reconcileLedger(
  database: Database,
  clock: Clock,
  batch: typeof BATCH_SIZE = BATCH_SIZE,
): Promise<LedgerFindings> {
  const startedAt = clock.now()
  const sums = await checkTransfers(database, batch.transfers)
  const { accounts, suspects } = await checkAccounts(database, batch.accounts)
  const differing: DifferingAccount[] = []
  const unfrozen: string[] = []
  for (const { id, asset } of suspects) {
    const difference = await recheckAccount(database, id, clock.now())
    if (difference !== 0) differing.push({ id, asset, difference })
  }
  const wrong = new Set(differing.map(({ id }) => id))
  for (const id of await selectFrozen(database))
    if (!wrong.has(id) && (await recheckAccount(database, id, clock.now())) === 0) unfrozen.push(id)
  const finishedAt = clock.now()
  await saveCheck(database, {
    day: startedAt.toISOString().slice(0, 10),
    startedAt,
    finishedAt,
    accounts,
    transfers: sums.transfers,
    differing: differing.length,
    unbalanced: sums.unbalanced.length,
  })
  return { ...sums, accounts, differing, unfrozen }
}

/** Up to the newest transfer at this moment: a transfer is booked as a whole, so each is read whole or not at all. */
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

/** Compares the account again under its lock, freezes or unfreezes it, and returns the difference. */
function recheckAccount(database: Database, accountId: string, now: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId)
    if (!account) return 0
    // A separate statement: only one that begins after the lock is held sees everything that was booked before.
    const difference = await selectDifference(tx, accountId)
    if (account.isFrozen !== (difference !== 0)) await setFrozen(tx, accountId, difference === 0 ? null : now)
    return difference
  })
}

/** A check that has not ended after this time was interrupted, and is repeated. */
const CHECK_TIMEOUT_MS = HOUR_MS

/**
 * The daily check: the first process that calls it on a day (UTC) runs it. Logs findings at `error`, with the ids of
 * accounts and transfers, which identify nobody. Returns whether this call ran it.
 */
export async function reconcileLedgerDaily(database: Database, clock: Clock, log: Log): Promise<boolean> {
  const now = clock.now()
  const day = now.toISOString().slice(0, 10)
  if (!(await claimCheck(database, day, now, new Date(now.getTime() - CHECK_TIMEOUT_MS)))) return false
  const { accounts, transfers, differing, unbalanced, unfrozen } = await reconcileLedger(database, clock)
  for (const { id, asset, difference } of differing)
    log.error(
      { account: id, asset, difference },
      'a balance differs from the sum of its entries: spending from this account is blocked',
    )
  if (unbalanced.length > 0) log.error({ transfers: unbalanced }, 'transfers of the ledger do not sum to zero')
  if (unfrozen.length > 0)
    log.warn({ accounts: unfrozen }, 'balances are correct again: spending from these accounts is allowed')
  log.info({ accounts, transfers, differing: differing.length }, 'the ledger was checked')
  return true
}
