import type { Queryable, Transaction } from '../../platform/db/database.ts'
import type { FailedRefund } from './payment-provider.ts'

/** A refund that was requested here, or one of the provider's dashboard that failed. */
export interface RefundRow {
  id: string
  order_id: string
  amount: number
  units: number
  /** `refused`: by the provider at once; `failed`: later, so that the money came back. */
  state: 'requested' | 'done' | 'refused' | 'failed'
  /** Who asked for it: `system` is the server itself, which could not deliver; `provider` the provider's dashboard. */
  origin: 'buyer' | 'operator' | 'system' | 'provider'
  created_at: Date
  done_at: Date | null
  /** When an operator marked a failed refund as paid outside of the provider. */
  paid_outside_at: Date | null
  paid_outside_note: string | null
}

const REFUND = 'id, order_id, amount, units, state, origin, created_at, done_at, paid_outside_at, paid_outside_note'

export async function insertRefund(
  tx: Transaction,
  refund: Pick<RefundRow, 'id' | 'amount' | 'units' | 'origin'> & { orderId: string; requestKey?: string; now: Date },
): Promise<void> {
  await tx.query(
    `insert into order_refund (id, order_id, amount, units, state, origin, request_key, created_at)
     values ($1, $2, $3, $4, 'requested', $5, $6, $7)`,
    [refund.id, refund.orderId, refund.amount, refund.units, refund.origin, refund.requestKey ?? null, refund.now],
  )
}

/** The refund that an operator's page has requested with this key. */
export async function findRefundByKey(db: Queryable, orderId: string, requestKey: string): Promise<RefundRow | null> {
  const rows = await db.query<RefundRow>(
    `select ${REFUND} from order_refund where order_id = $1 and request_key = $2`,
    [orderId, requestKey],
  )
  return rows[0] ?? null
}

export function selectRefunds(db: Queryable, orderId: string): Promise<RefundRow[]> {
  return db.query(`select ${REFUND} from order_refund where order_id = $1 order by created_at, id`, [orderId])
}

/** Closes an open refund; returns false when it was not open. */
export async function closeRefund(
  tx: Transaction,
  refundId: string,
  state: 'done' | 'refused',
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update order_refund set state = $2, done_at = $3 where id = $1 and state = 'requested' returning id`,
    [refundId, state, now],
  )
  return rows.length > 0
}

/**
 * The failed refunds after which none was requested here, and which were not paid outside of the provider: what the buyer
 * still waits for.
 */
export function openFailures(refunds: readonly RefundRow[]): RefundRow[] {
  const requests = refunds.filter(({ origin }) => origin !== 'provider').map((refund) => refund.created_at.getTime())
  const latest = Math.max(...requests)
  return refunds.filter(
    ({ state, done_at, paid_outside_at }) =>
      state === 'failed' && paid_outside_at === null && done_at && done_at.getTime() >= latest,
  )
}

export async function markRefundsPaidOutside(
  tx: Transaction,
  refundIds: readonly string[],
  { note, now }: { note: string; now: Date },
): Promise<void> {
  await tx.query('update order_refund set paid_outside_at = $2, paid_outside_note = $3 where id = any($1::text[])', [
    [...refundIds],
    now,
    note,
  ])
}

/** Deletes what operators wrote about payments to a person. */
export async function deleteRefundNotesOf(tx: Transaction, personId: string): Promise<void> {
  await tx.query(
    `update order_refund set paid_outside_note = null
     where paid_outside_note is not null and order_id in (select id from purchase_order where person_id = $1)`,
    [personId],
  )
}

/** The total of an order's failed refunds. */
export async function sumFailedRefunds(tx: Transaction, orderId: string): Promise<number> {
  const rows = await tx.query<{ amount: number }>(
    `select amount from order_refund where order_id = $1 and state = 'failed'`,
    [orderId],
  )
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * Stores that a refund failed. Returns it as it was before, or null when the failure was already known. A refund that
 * was not requested here (`refundId` is null or unknown) is stored under the provider's id.
 */
export async function storeFailedRefund(
  tx: Transaction,
  orderId: string,
  failed: FailedRefund,
  now: Date,
): Promise<Pick<RefundRow, 'state' | 'amount' | 'units' | 'origin'> | null> {
  const [known] = await tx.query<RefundRow>(
    `select ${REFUND} from order_refund where order_id = $1 and id in ($2, $3) order by origin = 'provider' limit 1`,
    [orderId, failed.refundId ?? '', failed.id],
  )
  if (known?.state === 'failed') return null
  if (known) {
    await tx.query(`update order_refund set state = 'failed', done_at = $2 where id = $1`, [known.id, now])
    return { ...known, units: Number(known.units) }
  }
  const unknown = { state: 'done', amount: failed.amount, units: 0, origin: 'provider' } as const
  await tx.query(
    `insert into order_refund (id, order_id, amount, units, state, origin, created_at, done_at)
     values ($1, $2, $3, 0, 'failed', 'provider', $4, $4)`,
    [failed.id, orderId, failed.amount, now],
  )
  return unknown
}
