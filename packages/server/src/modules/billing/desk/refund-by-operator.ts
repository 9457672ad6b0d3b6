import { AppError, invalidInput } from '../../../platform/app-error.ts'
import { newId } from '../../../platform/ids.ts'
import { RESOLUTIONS, type RecordAudit, type Resolution } from '../admin-orders.ts'
import { updateDeliveredContents } from '../apply-payment-update.ts'
import { changeOrder, type LockedOrder } from '../change-order.ts'
import { unspentUnits } from '../fulfillment.ts'
import { receivedOf, refundableAmount, returnedAmount, totalUnits } from '../order.ts'
import { findOrder } from '../order-store.ts'
import { countUnspent } from '../refund-order.ts'
import { findRefundByKey, insertRefund, type RefundRow } from '../refund-store.ts'
import { sendRefunds } from '../send-refunds.ts'
import type { BillingServices } from '../services.ts'
import { canOperatorRefund } from './find-orders.ts'

export interface OperatorRefund {
  orderId: string
  /** `all`: what is not yet refunded; what the buyer has spent of it is written off. */
  part: 'unspent' | 'all' | 'amount'
  /** In minor units; only for `amount`. */
  amount: number | null
  /** The amount refunded and pending when the operator looked. */
  seenRefunded: number
  /** Identifies one confirmation on the page: the same key refunds once. */
  key: string
}

/**
 * Refunds part of an order, or all of it: the unspent contents are taken at once, and the provider is asked at once. A
 * repeated request returns the first refund. Of two operators who refund the same order, the second is told that it has
 * changed (PAY-15).
 * @throws AppError NotFound; Conflict when nothing can be refunded or the order has changed; InvalidInput on `amount`.
 */
export async function refundByOperator(
  services: BillingServices,
  request: OperatorRefund,
  record: RecordAudit,
): Promise<Pick<RefundRow, 'amount' | 'state'>> {
  const requested = await changeOrder(services, request.orderId, async (locked) => {
    const known = await findRefundByKey(locked.tx, request.orderId, request.key)
    if (known) return
    const { amount, units } = await countRefund(services, locked, request)
    const { tx, order, now } = locked
    await insertRefund(tx, {
      id: newId(now),
      orderId: order.id,
      amount,
      units,
      origin: 'operator',
      requestKey: request.key,
      now,
    })
    order.pendingRefund += amount
    order.ownRefund += amount
    order.refundUnits += units
    order.nextCheckAt = now
    await updateDeliveredContents(locked)
    await record(tx, { part: request.part, amount, currency: receivedOf(order).currency })
  })
  if (!requested) throw new AppError('NotFound')
  await sendRefunds(services, request.orderId)
  const refund = await findRefundByKey(services.database, request.orderId, request.key)
  if (!refund) throw new Error('the refund was not stored')
  return refund
}

async function countRefund(
  services: BillingServices,
  locked: LockedOrder,
  request: OperatorRefund,
): Promise<{ amount: number; units: number }> {
  const { order } = locked
  if (returnedAmount(order) + order.pendingRefund !== request.seenRefunded)
    throw new AppError('Conflict', null, 'orderChanged')
  if (!canOperatorRefund(services, order)) throw new AppError('Conflict', null, 'noRefund')
  const most = refundableAmount(order)
  if (request.part === 'unspent') {
    const unspent = await countUnspent(locked)
    if (unspent.amount === 0) throw new AppError('Conflict', null, 'noRefund')
    return unspent
  }
  const unspent = await unspentUnits(locked)
  if (request.part === 'all') return { amount: most, units: unspent }
  if (request.amount === null || request.amount > most) throw invalidInput('amount')
  const share = Math.floor((totalUnits(order) * request.amount) / receivedOf(order).amount)
  return { amount: request.amount, units: Math.min(unspent, share) }
}

/**
 * Decides an order that the rules leave to people; a payment that is returned is sent back at once. Returns whether it
 * changed anything: the state may not allow it, or someone was faster.
 * @throws AppError NotFound.
 */
export async function resolveOrder(
  services: BillingServices,
  request: { orderId: string; resolution: Resolution },
  record: RecordAudit,
): Promise<boolean> {
  if (!(await findOrder(services.database, request.orderId))) throw new AppError('NotFound')
  const isChanged = await RESOLUTIONS[request.resolution].resolve(services, request.orderId, record)
  // Accepting an order whose buyer is gone or under 18 returns the payment, too.
  if (isChanged) await sendRefunds(services, request.orderId)
  return isChanged
}
