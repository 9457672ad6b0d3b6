import { AppError } from '../../platform/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { updateDeliveredContents } from './apply-payment-update.ts'
import { changeOrder, type LockedOrder } from './change-order.ts'
import { unspentUnits } from './fulfillment.ts'
import { DAY_SECONDS, type Order, receivedOf, refundableAmount, totalUnits } from './order.ts'
import { loadOwnOrder } from './orders.ts'
import { insertRefund } from './refund-store.ts'
import { QUOTES_PER_HOUR, REFUNDS_PER_HOUR } from './rules.ts'
import { sendRefunds } from './send-refunds.ts'
import type { BillingServices } from './services.ts'
import { refundableUntil } from './views.ts'

/** What a refund requested now would refund and revoke. */
export interface RefundQuote {
  /** In minor units; 0 when nothing is unspent. */
  amount: number
  currency: string
  until: Date
  /** Coins or messages, or whole days. */
  unspent: number
  total: number
}

/**
 * What a refund would return: for coins and messages the unspent share, to the nearest minor unit; for a membership the
 * days that have not started (all of them when it has not started).
 * @throws AppError NotFound, Conflict when the order cannot be refunded on request, TooManyRequests.
 */
export async function quoteRefund(services: BillingServices, personId: string, orderId: string): Promise<RefundQuote> {
  const order = await loadOwnOrder(services.database, personId, orderId)
  await services.limiter.consume(`refund-quote:${personId}`, QUOTES_PER_HOUR)
  const quoted = await changeOrder(services, order.id, async (locked) => {
    const { until, units, amount } = await countRefund(services, locked)
    const unit = locked.order.product.kind === 'membership' ? DAY_SECONDS : 1
    const total = totalUnits(locked.order) / unit
    return { amount, currency: receivedOf(locked.order).currency, until, unspent: units / unit, total }
  })
  if (!quoted) throw new AppError('NotFound')
  return quoted.result
}

/**
 * Refunds the unspent part: it is taken from the wallet at once, and the provider is asked to return the money at once.
 * If the provider does not answer, the request is retried until it does. A second request during a running refund
 * returns the running one.
 * @throws AppError NotFound, Conflict when there is nothing to refund, TooManyRequests.
 */
export async function refundOrder(
  services: BillingServices,
  personId: string,
  orderId: string,
): Promise<{ order: Order; amount: number; isDone: boolean }> {
  const order = await loadOwnOrder(services.database, personId, orderId)
  await services.limiter.consume(`refund:${personId}`, REFUNDS_PER_HOUR)
  const requested = await changeOrder(services, order.id, (locked) => requestRefund(services, locked))
  if (!requested) throw new AppError('NotFound')
  const isDone = await sendRefunds(services, order.id)
  return { order: await loadOwnOrder(services.database, personId, orderId), amount: requested.result, isDone }
}

async function requestRefund(services: BillingServices, locked: LockedOrder): Promise<number> {
  const { tx, order, now } = locked
  if (order.pendingRefund > 0) return order.pendingRefund
  const { amount, units } = await countRefund(services, locked)
  if (amount === 0) throw new AppError('Conflict', null, 'noRefund')
  await insertRefund(tx, { id: newId(now), orderId: order.id, amount, units, origin: 'buyer', now })
  order.pendingRefund += amount
  order.ownRefund += amount
  order.refundUnits += units
  order.nextCheckAt = now
  await updateDeliveredContents(locked)
  return amount
}

async function countRefund(
  services: BillingServices,
  locked: LockedOrder,
): Promise<{ until: Date; units: number; amount: number }> {
  const { order, now } = locked
  const until = refundableUntil(order, services.settings.refundDays, now)
  if (until === null || services.payments?.kind !== order.provider) throw new AppError('Conflict', null, 'noRefund')
  return { until, ...(await countUnspent(locked)) }
}

/** What is unspent (of a membership, whole days), and its share of what was received, to the nearest minor unit. */
export async function countUnspent(locked: LockedOrder): Promise<{ units: number; amount: number }> {
  const { order } = locked
  const unspent = await unspentUnits(locked)
  const units = order.product.kind === 'membership' ? unspent - (unspent % DAY_SECONDS) : unspent
  const share = Math.round((receivedOf(order).amount * units) / totalUnits(order))
  return { units, amount: Math.min(share, refundableAmount(order)) }
}
