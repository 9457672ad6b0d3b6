import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'

/** A person's spending limit for this month, and what they have spent. */
export interface SpendingState {
  currency: string
  /** Null: no cap. */
  amount: number | null
  /** Paid minus refunded this month, in minor units. */
  spent: number
  /** Orders whose payment has started. */
  reserved: number
  resetsAt: Date
  /** A looser cap and when it takes effect. */
  next: { amount: number | null; from: Date } | null
}

interface CapRow {
  currency: string
  amount: number | null
  next_amount: number | null
  next_from: Date | null
}

export function selectCap(db: Queryable, personId: string): Promise<CapRow[]> {
  return db.query('select currency, amount, next_amount, next_from from spending_cap where person_id = $1', [personId])
}

/**
 * The cap in effect now, and what was spent in the calendar month (UTC). `currency` is reported where there is no cap.
 * Exact only under the person's lock.
 */
export async function loadSpendingState(
  db: Queryable,
  personId: string,
  currency: string,
  now: Date,
  exceptOrderId = '',
): Promise<SpendingState> {
  const row = onlyRow(await selectCap(db, personId))
  const isNextDue = row?.next_from != null && row.next_from.getTime() <= now.getTime()
  const own = row?.currency ?? currency
  const [start, resetsAt] = [0, 1].map((month) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month)))
  const [sums] = await db.query<{ spent: number; reserved: number }>(
    `select coalesce(sum(amount - refunded_amount) filter (where paid_at >= $3 and paid_at < $4), 0)::bigint as spent,
       coalesce(sum(amount) filter (where paid_at is null and state in ('awaiting_payment', 'processing')), 0)::bigint
         as reserved
     from purchase_order where person_id = $1 and currency = $2 and id <> $5`,
    [personId, own, start!, resetsAt!, exceptOrderId],
  )
  return {
    currency: own,
    amount: row ? (isNextDue ? row.next_amount : row.amount) : null,
    spent: sums?.spent ?? 0,
    reserved: sums?.reserved ?? 0,
    resetsAt: resetsAt!,
    next: row?.next_from && !isNextDue ? { amount: row.next_amount, from: row.next_from } : null,
  }
}

export async function saveCap(
  tx: Transaction,
  personId: string,
  cap: { currency: string; amount: number | null; next: SpendingState['next'] },
): Promise<void> {
  await tx.query(
    `insert into spending_cap (person_id, currency, amount, next_amount, next_from) values ($1, $2, $3, $4, $5)
     on conflict (person_id) do update set currency = excluded.currency, amount = excluded.amount,
       next_amount = excluded.next_amount, next_from = excluded.next_from`,
    [personId, cap.currency, cap.amount, cap.next?.amount ?? null, cap.next?.from ?? null],
  )
}
