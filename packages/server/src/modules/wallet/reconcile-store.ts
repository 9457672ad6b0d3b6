import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import type { Asset } from './store.ts'

export interface CheckedAccount {
  id: string
  asset: Asset
  balance: number
  sum: number
}

/**
 * The next accounts of people after an id, each with the sum of its entries. No lock is needed: one statement sees one
 * moment, and a balance changes in the same transaction as its entries.
 */
export function selectAccountsAfter(db: Queryable, afterId: string, limit: number): Promise<CheckedAccount[]> {
  return db.query<CheckedAccount>(
    `select a.id, a.asset, a.balance,
       (select coalesce(sum(e.amount), 0) from ledger_entry e where e.account_id = a.id)::bigint as sum
     from (select id, asset, balance from ledger_account
       where kind = 'person' and id > $1 order by id limit $2) a order by a.id`,
    [afterId, limit],
  )
}

/** The account, with its row locked, so that nothing is booked on it until the transaction ends. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<{ isFrozen: boolean } | null> {
  return onlyRow(
    await tx.query<{ isFrozen: boolean }>(
      'select frozen_at is not null as "isFrozen" from ledger_account where id = $1 for update',
      [accountId],
    ),
  )
}

/** The balance of an account minus the sum of its entries; 0 when it is correct. */
export async function selectDifference(tx: Transaction, accountId: string): Promise<number> {
  const row = onlyRow(
    await tx.query<{ difference: number }>(
      `select balance - (select coalesce(sum(amount), 0) from ledger_entry where account_id = $1)::bigint as difference
       from ledger_account where id = $1`,
      [accountId],
    ),
  )
  return row?.difference ?? 0
}

export async function setFrozen(tx: Transaction, accountId: string, frozenAt: Date | null): Promise<void> {
  await tx.query('update ledger_account set frozen_at = $2 where id = $1', [accountId, frozenAt])
}

export async function selectFrozen(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from ledger_account where frozen_at is not null order by id')
  return rows.map(({ id }) => id)
}

export async function selectLastTransferId(db: Queryable): Promise<number> {
  return onlyRow(await db.query<{ id: number }>('select coalesce(max(id), 0) as id from ledger_transfer'))?.id ?? 0
}

export interface TransferSums {
  transfers: number
  coin: number
  message: number
  /** Transfers that do not sum to zero within their own asset, at most twenty. */
  unbalanced: number[]
}

/** The transfers of a range of ids: how many, the sum of each asset, and which do not sum to zero. */
export async function sumTransfers(db: Queryable, afterId: number, upToId: number): Promise<TransferSums> {
  const row = onlyRow(
    await db.query<TransferSums>(
      `with one as (
         select t.id,
           coalesce(sum(e.amount) filter (where a.asset = 'coin'), 0) as coin,
           coalesce(sum(e.amount) filter (where a.asset = 'message'), 0) as message
         from ledger_transfer t
         left join ledger_entry e on e.transfer_id = t.id left join ledger_account a on a.id = e.account_id
         where t.id > $1 and t.id <= $2 group by t.id
       )
       select count(*) as transfers, coalesce(sum(coin), 0)::bigint as coin,
         coalesce(sum(message), 0)::bigint as message,
         array(select id from one where coin <> 0 or message <> 0 order by id limit 20) as unbalanced
       from one`,
      [afterId, upToId],
    ),
  )
  return row ?? { transfers: 0, coin: 0, message: 0, unbalanced: [] }
}

/**
 * Claims a day's check for this process; false when another process has it, or it is done. An interrupted one can be
 * claimed again.
 */
export async function claimCheck(db: Queryable, day: string, now: Date, staleBefore: Date): Promise<boolean> {
  const rows = await db.query(
    `insert into ledger_check (day, started_at) values ($1::date, $2)
     on conflict (day) do update set started_at = excluded.started_at
       where ledger_check.finished_at is null and ledger_check.started_at < $3 returning day`,
    [day, now, staleBefore],
  )
  return rows.length > 0
}

export async function saveCheck(
  db: Queryable,
  check: {
    day: string
    startedAt: Date
    finishedAt: Date
    accounts: number
    transfers: number
    differing: number
    unbalanced: number
  },
): Promise<void> {
  await db.query(
    `insert into ledger_check (day, started_at, finished_at, account_count, transfer_count, differing_count,
       unbalanced_count)
     values ($1::date, $2, $3, $4, $5, $6, $7)
     on conflict (day) do update set started_at = excluded.started_at, finished_at = excluded.finished_at,
       account_count = excluded.account_count, transfer_count = excluded.transfer_count,
       differing_count = excluded.differing_count, unbalanced_count = excluded.unbalanced_count`,
    [check.day, check.startedAt, check.finishedAt, check.accounts, check.transfers, check.differing, check.unbalanced],
  )
}

interface LedgerStateRow {
  checkedAt: Date | null
  accounts: number
  differing: number
  unbalanced: number
  frozen: number
}

/** The result of the last complete check, and the number of accounts that are frozen now. */
export async function selectLedgerState(db: Queryable): Promise<LedgerStateRow> {
  const row = onlyRow(
    await db.query<LedgerStateRow>(
      `select last.finished_at as "checkedAt", coalesce(last.account_count, 0) as accounts,
         coalesce(last.differing_count, 0) as differing, coalesce(last.unbalanced_count, 0) as unbalanced,
         (select count(*) from ledger_account where frozen_at is not null) as frozen
       from (select 1) as one left join lateral (
         select * from ledger_check where finished_at is not null order by day desc limit 1
       ) last on true`,
    ),
  )
  if (!row) throw new Error('failed to read the state of the ledger')
  return row
}
