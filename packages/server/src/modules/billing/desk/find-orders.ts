import type { ApiData } from '@everkin/contract/api-types.ts'
import type { ORDER_FILTERS } from '@everkin/contract/desk-reasons.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../../platform/app-error.ts'
import { paginateByTime, parseTimeCursor } from '../../../platform/cursor.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { changeOrder, type LockedOrder } from '../change-order.ts'
import { DAY_SECONDS, type Order, refundableAmount, totalUnits } from '../order.ts'
import { isOpen, isRefundable, ORDER_STATES, type OrderState } from '../order-machine.ts'
import { countUnspent } from '../refund-order.ts'
import { openFailures, type RefundRow, selectRefunds } from '../refund-store.ts'
import type { BillingServices } from '../services.ts'
import { orderView } from '../views.ts'
import {
  countOrdersToDecide,
  searchOrders,
  selectOrderEvents,
  selectTakings,
  selectWebhookEvents,
} from './desk-store.ts'

type OrderFilter = (typeof ORDER_FILTERS)[number]
type OrderPage = ApiData<'GET /api/desk/orders'>
type OrderDetails = ApiData<'GET /api/desk/order'>

const STATES: Record<Exclude<OrderFilter, 'decide'>, readonly OrderState[]> = {
  open: ORDER_STATES.filter(isOpen),
  fulfilled: ['paid', 'fulfilled', 'partly_refunded', 'dispute_won'],
  refunded: ['refunded', 'partly_refunded'],
  disputed: ['disputed', 'dispute_won', 'dispute_lost'],
  over: ['failed', 'canceled', 'expired'],
}

/**
 * A page of everyone's orders, newest first, with what was taken today and this month (UTC) and what needs a decision.
 * @throws AppError InvalidInput on `cursor`.
 */
export async function findOrders(
  services: BillingServices,
  query: {
    q?: string | undefined
    filter?: OrderFilter | undefined
    since?: string | undefined
    until?: string | undefined
    cursor?: string | undefined
    limit: number
  },
  locale: Locale,
): Promise<OrderPage> {
  const { database, clock, payments } = services
  const now = clock.now()
  const refundsBefore = new Date(now.getTime() - DAY_MS)
  const search = {
    words: query.q || null,
    states: query.filter && query.filter !== 'decide' ? STATES[query.filter] : null,
    needsDecision: query.filter === 'decide',
    since: query.since ? new Date(`${query.since}T00:00:00Z`) : null,
    until: query.until ? new Date(Date.parse(`${query.until}T00:00:00Z`) + DAY_MS) : null,
    refundsBefore,
  }
  const cursor = parseTimeCursor(query.cursor)
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const takings = (since: Date) => (payments ? selectTakings(database, since, payments.kind) : [])
  const [rows, ofToday, ofMonth, counts] = await Promise.all([
    searchOrders(database, search, cursor, query.limit + 1),
    takings(today),
    takings(month),
    countOrdersToDecide(database, refundsBefore),
  ])
  const page = paginateByTime(rows, query.limit, (order) => order.createdAt)
  return {
    list: page.list.map((order) => deskOrderView(services, order, locale)),
    next_cursor: page.nextCursor,
    summary: { today: ofToday, month: ofMonth, ...counts },
  }
}

/** An order with everything that happened to it. @throws AppError NotFound. */
export async function loadOrderDetails(
  services: BillingServices,
  orderId: string,
  locale: Locale,
): Promise<OrderDetails> {
  const { database } = services
  // Counting what is unspent locks the balance, as a refund does; nothing is changed.
  const found = await changeOrder(services, orderId, (locked) => refundableNow(services, locked))
  if (!found) throw new AppError('NotFound')
  const { order, result: refundable } = found
  const [events, refunds, webhooks] = await Promise.all([
    selectOrderEvents(database, orderId),
    selectRefunds(database, orderId),
    selectWebhookEvents(database, orderId),
  ])
  return {
    order: deskOrderView(services, order, locale),
    given_at: order.givenAt?.toISOString() ?? null,
    units: { total: totalUnits(order), taken: order.takenUnits, owed: order.owedUnits },
    events: events.map(({ event, state, created_at }) => ({ event, state, at: created_at.toISOString() })),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      amount: refund.amount,
      units: Number(refund.units),
      state: refund.paid_outside_at === null ? refund.state : 'paid_outside',
      origin: refund.origin,
      created_at: refund.created_at.toISOString(),
      done_at: (refund.paid_outside_at ?? refund.done_at)?.toISOString() ?? null,
      note: refund.paid_outside_note ?? '',
    })),
    webhooks: webhooks.map(({ id, created_at }) => ({ id, at: created_at.toISOString() })),
    refundable,
    failed_refund: sumOpenFailures(order, refunds),
    resolutions: resolutionsOf(order),
  }
}

/** Whether an operator may refund the order now; REFUND_DAYS is a limit for buyers only. */
export function canOperatorRefund(services: Pick<BillingServices, 'payments'>, order: Order): boolean {
  return (
    isRefundable(order.state) &&
    order.pendingRefund === 0 &&
    refundableAmount(order) > 0 &&
    order.paymentRef !== null &&
    services.payments?.kind === order.provider
  )
}

async function refundableNow(services: BillingServices, locked: LockedOrder): Promise<OrderDetails['refundable']> {
  const { order } = locked
  if (!canOperatorRefund(services, order)) return null
  const { amount, units } = await countUnspent(locked)
  const unit = order.product.kind === 'membership' ? DAY_SECONDS : 1
  return {
    unspent: amount,
    unspent_units: units / unit,
    total_units: totalUnits(order) / unit,
    most: refundableAmount(order),
  }
}

/** What failed refunds still owe the buyer; 0 when there is nothing left to refund. */
export function sumOpenFailures(order: Order, refunds: readonly RefundRow[]): number {
  const total = openFailures(refunds).reduce((sum, { amount }) => sum + amount, 0)
  return Math.min(total, refundableAmount(order))
}

function resolutionsOf(order: Order): OrderDetails['resolutions'] {
  if (order.state === 'review') return order.pendingRefund > 0 ? [] : ['accept', 'return']
  return order.state === 'dispute_lost' && order.owedUnits > 0 ? ['forgive'] : []
}

function deskOrderView(services: BillingServices, order: Order, locale: Locale): OrderDetails['order'] {
  const { settings, clock } = services
  const reader = { locale, refundDays: settings.refundDays, now: clock.now() }
  const { id, product, amount, currency, received, status, provider, last_four, created_at, paid_at, refunded_amount } =
    orderView(order, reader)
  return {
    id,
    person_id: order.isErased ? null : order.personId,
    product,
    amount,
    currency,
    received,
    status,
    state: order.state,
    provider,
    payment_ref: order.paymentRef,
    last_four,
    refunded_amount,
    paid_outside: order.paidOutside,
    pending_refund: order.pendingRefund,
    dispute: order.dispute,
    created_at,
    paid_at,
  }
}
