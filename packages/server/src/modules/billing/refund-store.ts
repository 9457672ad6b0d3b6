import type { Queryable, Transaction } from '../../platform/db/database.ts'

/** A requested refund. */
export interface RefundRow {
  id: string
  order_id: string
  amount: number
  units: number
  state: 'requested' | 'done' | 'refused'
  /** Who asked for it; `system` is the server itself, which could not deliver. */
  origin: 'buyer' | 'operator' | 'system'
  created_at: Date
  done_at: Date | null
}

const REFUND = 'id, order_id, amount, units, state, origin, created_at, done_at'

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
