import { onlyRow, type Queryable } from '../../../platform/db/database.ts'
import type { Order } from '../order.ts'
import type { OrderState } from '../order-machine.ts'
import { REVIEW_CONDITION, selectOrders } from '../order-store.ts'

export interface OrderSearch {
  /** An order's id, a person's id, the provider's id of a payment, or the last four digits of a card; exact. */
  words: string | null
  states: readonly OrderState[] | null
  needsDecision: boolean
  since: Date | null
  until: Date | null
}

/** Orders of everyone, newest first. `refundsBefore`: older refunds that are not sent need a decision. */
export function searchOrders(
  db: Queryable,
  search: OrderSearch & { refundsBefore: Date },
  before: { createdAt: Date; id: string } | null,
  limit: number,
): Promise<Order[]> {
  return selectOrders(
    db,
    `where ($2::text is null or $2 in (id, person_id, payment_ref, last_four))
       and ($3::text[] is null or state = any($3)) and (not $4::boolean or (${REVIEW_CONDITION}))
       and ($5::timestamptz is null or created_at >= $5) and ($6::timestamptz is null or created_at < $6)
       and ($7::timestamptz is null or (created_at, id) < ($7, $8))
     order by created_at desc, id desc limit $9`,
    [
      search.refundsBefore,
      search.words,
      search.states && [...search.states],
      search.needsDecision,
      search.since,
      search.until,
      before?.createdAt ?? null,
      before?.id ?? '',
      limit,
    ],
  )
}

export interface Takings {
  currency: string
  orders: number
  /** Paid, before refunds. */
  amount: number
  refunded: number
}

/** What was received through this provider since then, by currency, without orders under review. */
export function selectTakings(db: Queryable, since: Date, provider: string): Promise<Takings[]> {
  return db.query<Takings>(
    `select coalesce(received_currency, currency) as currency, count(*)::int as orders,
       sum(coalesce(received_amount, amount))::float8 as amount, sum(refunded_amount + paid_outside)::float8 as refunded
     from purchase_order where paid_at >= $1 and provider = $2 and state <> 'review' group by 1 order by 1`,
    [since, provider],
  )
}

export async function countOrdersToDecide(
  db: Queryable,
  refundsBefore: Date,
): Promise<{ decide: number; disputed: number }> {
  const counts = onlyRow(
    await db.query<{ decide: number; disputed: number }>(
      `select count(*)::int as decide, count(*) filter (where state = 'disputed')::int as disputed
       from purchase_order where ${REVIEW_CONDITION}`,
      [refundsBefore],
    ),
  )
  return counts ?? { decide: 0, disputed: 0 }
}

export function selectOrderEvents(
  db: Queryable,
  orderId: string,
): Promise<{ event: string; state: string; created_at: Date }[]> {
  return db.query('select event, state, created_at from order_event where order_id = $1 order by id limit 500', [
    orderId,
  ])
}

/** Webhook events that were applied to the order. */
export function selectWebhookEvents(db: Queryable, orderId: string): Promise<{ id: string; created_at: Date }[]> {
  return db.query('select id, created_at from payment_event where order_id = $1 order by created_at, id limit 200', [
    orderId,
  ])
}
