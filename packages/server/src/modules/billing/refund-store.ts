import type { Queryable, Transaction } from '../../platform/db/database.ts'

/** A requested refund. */
export interface RefundRow {
  id: string
  order_id: string
  amount: number
  units: number
  state: 'requested' | 'done' | 'refused'
  created_at: Date
}

const REFUND = 'id, order_id, amount, units, state, created_at'

export async function insertRefund(
  tx: Transaction,
  refund: { id: string; orderId: string; amount: number; units: number; now: Date },
): Promise<void> {
  await tx.query(
    `insert into order_refund (id, order_id, amount, units, state, created_at) values ($1, $2, $3, $4, 'requested', $5)`,
    [refund.id, refund.orderId, refund.amount, refund.units, refund.now],
  )
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
