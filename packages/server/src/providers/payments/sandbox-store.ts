import type { Database, Queryable } from '../../platform/db/database.ts'

export interface SandboxRow {
  id: string
  order_id: string
  amount: number
  currency: string
  status: 'open' | 'needs_confirmation' | 'slow' | 'silent' | 'succeeded' | 'canceled'
  last_four: string | null
  due_at: Date | null
  refunded_amount: number
  dispute: 'none' | 'open' | 'won' | 'lost'
}

const PAYMENT_COLUMNS = 'id, order_id, amount, currency, status, last_four, due_at, refunded_amount, dispute'

/** The payment with this key, created when there is none. */
export async function insertSandboxPayment(
  db: Queryable,
  payment: { id: string; key: string; orderId: string; amount: number; currency: string },
): Promise<SandboxRow> {
  await db.query(
    `insert into sandbox_payment (id, key, order_id, amount, currency, status) values ($1, $2, $3, $4, $5, 'open')
     on conflict (key) do nothing`,
    [payment.id, payment.key, payment.orderId, payment.amount, payment.currency],
  )
  const [row] = await db.query<SandboxRow>(`select ${PAYMENT_COLUMNS} from sandbox_payment where key = $1`, [
    payment.key,
  ])
  if (!row) throw new Error('a payment was neither found nor created')
  return row
}

export async function selectSandboxPayment(db: Queryable, id: string): Promise<SandboxRow | null> {
  return (await db.query<SandboxRow>(`select ${PAYMENT_COLUMNS} from sandbox_payment where id = $1`, [id]))[0] ?? null
}

/** Moves a payment to a new state if it is in one of these states; otherwise returns null and changes nothing. */
export async function updateSandboxPayment(
  db: Queryable,
  id: string,
  from: readonly SandboxRow['status'][],
  to: { status: SandboxRow['status']; lastFour?: string; dueAt?: Date | null },
): Promise<SandboxRow | null> {
  const rows = await db.query<SandboxRow>(
    `update sandbox_payment set status = $3, last_four = coalesce($4, last_four), due_at = $5
     where id = $1 and status = any($2::text[]) returning ${PAYMENT_COLUMNS}`,
    [id, from, to.status, to.lastFour ?? null, to.dueAt ?? null],
  )
  return rows[0] ?? null
}

/** Refunds an amount once per id; returns true when it is refunded, by this call or an earlier one. */
export async function addSandboxRefund(
  database: Database,
  paymentId: string,
  refund: { refundId: string; amount: number; now: Date },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [payment] = await tx.query<SandboxRow>(
      `select ${PAYMENT_COLUMNS} from sandbox_payment where id = $1 for update`,
      [paymentId],
    )
    const known = await tx.query('select id from sandbox_refund where id = $1', [refund.refundId])
    if (known.length > 0) return true
    const isPaid = payment?.status === 'succeeded' || (payment?.status === 'slow' && payment.due_at! <= refund.now)
    if (!payment || !isPaid || payment.refunded_amount + refund.amount > payment.amount) return false
    await tx.query('insert into sandbox_refund (id, payment_id, amount) values ($1, $2, $3)', [
      refund.refundId,
      paymentId,
      refund.amount,
    ])
    await tx.query('update sandbox_payment set refunded_amount = refunded_amount + $2 where id = $1', [
      paymentId,
      refund.amount,
    ])
    return true
  })
}
