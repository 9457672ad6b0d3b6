import type { Locale } from '@everkin/contract/locales.ts'
import type { ServerFrameOf } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import { paginateByTime, parseTimeCursor } from '../../platform/cursor.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { readChanges } from '../../platform/realtime/sync-source.ts'
import { checkOrder } from './check-order.ts'
import type { Order } from './order.ts'
import { isOpen } from './order-machine.ts'
import { findOrder, selectOrdersChangedAfter, selectOrdersOf } from './order-store.ts'
import { type RefundRow, selectRefunds } from './refund-store.ts'
import { POLLS_PER_MINUTE } from './rules.ts'
import type { BillingServices } from './services.ts'
import { orderView } from './views.ts'

/** The person's order. @throws AppError NotFound, the same for another person's order and an unknown id (PAY-10). */
export async function loadOwnOrder(db: Queryable, personId: string, orderId: string): Promise<Order> {
  const order = await findOrder(db, orderId)
  if (!order || order.personId !== personId) throw new AppError('NotFound')
  return order
}

/**
 * The status of an order. An order that is due for a check is checked now, so that a polling page sees the result of a
 * slow provider.
 * @throws AppError NotFound, TooManyRequests above 60 a minute.
 */
export async function loadOrderStatus(services: BillingServices, personId: string, orderId: string): Promise<Order> {
  await services.limiter.consume(`order-status:${personId}`, POLLS_PER_MINUTE)
  const order = await loadOwnOrder(services.database, personId, orderId)
  const isDue = order.nextCheckAt !== null && order.nextCheckAt.getTime() <= services.clock.now().getTime()
  if (!isOpen(order.state) || !isDue) return order
  await checkOrder(services, order.id)
  return loadOwnOrder(services.database, personId, orderId)
}

/**
 * A page of the person's orders, newest first.
 * @throws AppError InvalidInput on `cursor` for an invalid cursor.
 */
export async function listOrders(
  db: Queryable,
  personId: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ list: Order[]; nextCursor: string | null }> {
  return paginateByTime(
    await selectOrdersOf(db, personId, parseTimeCursor(page.cursor), page.limit + 1),
    page.limit,
    (order) => order.createdAt,
  )
}

/** The person's orders that changed after the given revision, as frames for a device that missed them. */
export async function loadOrderFramesSince(
  services: Pick<BillingServices, 'database' | 'clock'> & { settings: Pick<BillingServices['settings'], 'refundDays'> },
  personId: string,
  after: { userRev: number; locale: Locale },
): Promise<ServerFrameOf<'order.updated'>[]> {
  const changed = await readChanges(after.userRev, (position, limit) =>
    selectOrdersChangedAfter(services.database, personId, position, limit),
  )
  const reader = { locale: after.locale, refundDays: services.settings.refundDays, now: services.clock.now() }
  return changed.map((order) => ({ type: 'order.updated', order: orderView(order, reader) }))
}

/** An order with its refunds, without those that the buyer did not get. @throws AppError NotFound. */
export async function loadReceipt(
  db: Queryable,
  personId: string,
  orderId: string,
): Promise<{ order: Order; refunds: RefundRow[] }> {
  const order = await loadOwnOrder(db, personId, orderId)
  const refunds = await selectRefunds(db, order.id)
  const isKept = ({ state, paid_outside_at }: RefundRow) =>
    state === 'requested' || state === 'done' || paid_outside_at !== null
  return { order, refunds: refunds.filter(isKept) }
}
