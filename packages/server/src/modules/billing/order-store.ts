import type { Queryable, Transaction } from '../../platform/db/database.ts'
import type { ChangesAfter } from '../../platform/realtime/sync-source.ts'
import type { BoughtProduct, Dispute, Order } from './order.ts'
import type { OrderState } from './order-machine.ts'

interface OrderRow {
  id: string
  person_id: string
  is_erased: boolean
  product: BoughtProduct
  amount: number
  currency: string
  state: string
  provider: string
  payment_ref: string | null
  last_four: string | null
  refunded_amount: number
  dispute: string
  refund_units: number
  taken_units: number
  short_units: number
  member_from: number | null
  member_until: number | null
  user_rev: number
  next_check_at: Date | null
  created_at: Date
  begun_at: Date | null
  expires_at: Date | null
  paid_at: Date | null
  given_at: Date | null
  pending_refund: number
  own_refund: number
  received_amount: number | null
  received_currency: string | null
  paid_outside: number
}

const ORDER = `id, person_id, is_erased, product, amount, currency, state, provider, payment_ref, last_four,
  refunded_amount, dispute, refund_units, taken_units, short_units, member_from, member_until, user_rev, next_check_at,
  created_at, begun_at, expires_at, paid_at, given_at, pending_refund,
  own_refund, received_amount, received_currency, paid_outside`

/** The casts are safe because only this module writes these columns. */
function orderOf(row: OrderRow): Order {
  return {
    id: row.id,
    personId: row.person_id,
    isErased: row.is_erased,
    product: row.product,
    amount: row.amount,
    currency: row.currency,
    state: row.state as OrderState,
    provider: row.provider as Order['provider'],
    paymentRef: row.payment_ref,
    lastFour: row.last_four,
    refundedAmount: row.refunded_amount,
    dispute: row.dispute as Dispute,
    refundUnits: row.refund_units,
    takenUnits: row.taken_units,
    owedUnits: row.short_units,
    memberFrom: row.member_from,
    memberUntil: row.member_until,
    userRev: row.user_rev,
    nextCheckAt: row.next_check_at,
    createdAt: row.created_at,
    begunAt: row.begun_at,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
    givenAt: row.given_at,
    pendingRefund: row.pending_refund,
    ownRefund: row.own_refund,
    receivedAmount: row.received_amount,
    receivedCurrency: row.received_currency,
    paidOutside: row.paid_outside,
  }
}

/** Orders by the end of a statement that starts with `where`. */
export async function selectOrders(
  db: Queryable,
  rest: string,
  values: Parameters<Queryable['query']>[1],
): Promise<Order[]> {
  return (await db.query<OrderRow>(`select ${ORDER} from purchase_order ${rest}`, values)).map(orderOf)
}

/** Inserts the order unless the person already has one with this idempotency key. */
export async function insertOrder(
  tx: Transaction,
  order: Pick<Order, 'id' | 'personId' | 'product' | 'amount' | 'currency' | 'provider' | 'createdAt'> & {
    idempotencyKey: string
    expiresAt: Date
  },
): Promise<Order | null> {
  const rows = await tx.query<OrderRow>(
    `insert into purchase_order
       (id, person_id, idempotency_key, product, amount, currency, state, provider, created_at, expires_at, next_check_at)
     values ($1, $2, $3, $4::jsonb, $5, $6, 'created', $7, $8, $9, $9)
     on conflict (person_id, idempotency_key) do nothing returning ${ORDER}`,
    [
      order.id,
      order.personId,
      order.idempotencyKey,
      JSON.stringify(order.product),
      order.amount,
      order.currency,
      order.provider,
      order.createdAt,
      order.expiresAt,
    ],
  )
  return rows[0] ? orderOf(rows[0]) : null
}

export async function findOrderByKey(db: Queryable, personId: string, key: string): Promise<Order | null> {
  return (await selectOrders(db, 'where person_id = $1 and idempotency_key = $2', [personId, key]))[0] ?? null
}

export async function findOrder(db: Queryable, orderId: string): Promise<Order | null> {
  return (await selectOrders(db, 'where id = $1', [orderId]))[0] ?? null
}

export async function findOrderLocked(tx: Transaction, orderId: string): Promise<Order | null> {
  return (await selectOrders(tx, 'where id = $1 for update', [orderId]))[0] ?? null
}

export async function findOrderByPayment(db: Queryable, paymentRef: string): Promise<Order | null> {
  return (await selectOrders(db, 'where payment_ref = $1', [paymentRef]))[0] ?? null
}

export async function updateOrder(tx: Transaction, order: Order): Promise<void> {
  await tx.query(
    `update purchase_order set state = $2, payment_ref = $3, last_four = $4, refunded_amount = $5, dispute = $6,
       refund_units = $7, taken_units = $8, short_units = $9, member_from = $10, member_until = $11, user_rev = $12,
       next_check_at = $13, begun_at = $14, expires_at = $15, paid_at = $16, given_at = $17, pending_refund = $18,
       own_refund = $19, received_amount = $20, received_currency = $21, paid_outside = $22
     where id = $1`,
    [
      order.id,
      order.state,
      order.paymentRef,
      order.lastFour,
      order.refundedAmount,
      order.dispute,
      order.refundUnits,
      order.takenUnits,
      order.owedUnits,
      order.memberFrom,
      order.memberUntil,
      order.userRev,
      order.nextCheckAt,
      order.begunAt,
      order.expiresAt,
      order.paidAt,
      order.givenAt,
      order.pendingRefund,
      order.ownRefund,
      order.receivedAmount,
      order.receivedCurrency,
      order.paidOutside,
    ],
  )
}

export async function insertOrderEvent(
  tx: Transaction,
  event: { orderId: string; event: string; state: string; now: Date },
): Promise<void> {
  await tx.query('insert into order_event (order_id, event, state, created_at) values ($1, $2, $3, $4)', [
    event.orderId,
    event.event,
    event.state,
    event.now,
  ])
}

/** Stores the id of an event of an order; returns false when it was already stored. */
export async function insertPaymentEvent(
  tx: Transaction,
  event: { provider: string; id: string; orderId: string; now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into payment_event (provider, id, order_id, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning id`,
    [event.provider, event.id, event.orderId, event.now],
  )
  return rows.length > 0
}

export async function deletePaymentEventsBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from payment_event where created_at < $1', [before])
}

/** A page of a person's orders, newest first. */
export function selectOrdersOf(
  db: Queryable,
  personId: string,
  before: { createdAt: Date; id: string } | null,
  limit: number,
): Promise<Order[]> {
  return selectOrders(
    db,
    `where person_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3))
     order by created_at desc, id desc limit $4`,
    [personId, before?.createdAt ?? null, before?.id ?? '', limit],
  )
}

/** A page for `readChanges`. */
export function selectOrdersChangedAfter(
  db: Queryable,
  personId: string,
  after: ChangesAfter,
  limit: number,
): Promise<Order[]> {
  return selectOrders(
    db,
    'where person_id = $1 and user_rev >= $2 and (user_rev > $2 or id > $3) order by user_rev, id limit $4',
    [personId, after.userRev, after.id, limit],
  )
}

/** Whether a chargeback left a debt, or a dispute is open. */
export async function hasDebt(db: Queryable, personId: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from purchase_order
     where person_id = $1 and (state = 'disputed' or (state = 'dispute_lost' and short_units > 0)) limit 1`,
    [personId],
  )
  return rows.length > 0
}

/** Shifts memberships that start after this one when its end moves. */
export async function shiftMemberships(
  tx: Transaction,
  shift: { personId: string; exceptId: string; fromSeconds: number; bySeconds: number },
): Promise<void> {
  await tx.query(
    `update purchase_order set member_from = member_from - $4, member_until = member_until - $4
     where person_id = $1 and id <> $2 and member_from >= $3`,
    [shift.personId, shift.exceptId, shift.fromSeconds, shift.bySeconds],
  )
}

/** The ids of orders that are due for a check, longest waiting first. */
export async function selectDueOrders(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select id from purchase_order where next_check_at <= $1 order by next_check_at limit $2',
    [now, limit],
  )
  return rows.map((row) => row.id)
}

/** Claims a due check; returns false when another process already has it. */
export async function claimCheck(db: Queryable, orderId: string, now: Date, until: Date): Promise<boolean> {
  const rows = await db.query(
    'update purchase_order set next_check_at = $3 where id = $1 and next_check_at <= $2 returning id',
    [orderId, now, until],
  )
  return rows.length > 0
}

/** All of a person's orders, in the order of their ids. */
export function selectAllOrdersOf(db: Queryable, personId: string): Promise<Order[]> {
  return selectOrders(db, 'where person_id = $1 order by id', [personId])
}

/** Replaces the person with a pseudonym and removes the idempotency keys of their browser. */
export async function replaceBuyer(tx: Transaction, personId: string, pseudonym: string): Promise<void> {
  await tx.query(
    `update purchase_order set person_id = $2, is_erased = true, idempotency_key = id, user_rev = 0 where person_id = $1`,
    [personId, pseudonym],
  )
}

/**
 * Whether an order needs the operator: flagged, disputed, with a debt, with a refund from before $1 not sent, or for
 * thirty days with a refund that failed and was neither requested again nor paid outside of the provider.
 */
export const REVIEW_CONDITION = `state in ('review', 'disputed') or (state = 'dispute_lost' and short_units > 0)
  or (pending_refund > 0 and id in (select order_id from order_refund where state = 'requested' and created_at < $1))
  or (state in ('fulfilled', 'partly_refunded', 'dispute_won') and id in (
    select failed.order_id from order_refund failed
    where failed.state = 'failed' and failed.paid_outside_at is null and failed.done_at > $1::timestamptz - interval '29 days' and not exists (
      select 1 from order_refund later where later.order_id = failed.order_id and later.created_at > failed.done_at
        and later.origin <> 'provider')))`

/** Orders that need the operator, oldest first. */
export function selectOrdersForReview(db: Queryable, refundsBefore: Date): Promise<Order[]> {
  return selectOrders(db, `where ${REVIEW_CONDITION} order by created_at, id`, [refundsBefore])
}
