import { commandLine } from '../../platform/command-line.ts'
import type { Log } from '../../platform/log.ts'
import type { LockedOrder } from './change-order.ts'
import type { Order } from './order.ts'
import type { FailedRefund, PaymentSnapshot } from './payment-provider.ts'
import { storeFailedRefund, sumFailedRefunds } from './refund-store.ts'

/** What an order's payment has refunded, failed refunds left out. */
export interface MergedRefunds {
  refundedAmount: number
  /** Whether this snapshot is the first to report one of the failures. */
  hasNewFailure: boolean
}

/** Whether the snapshot is of the payment that was started for this order. */
export const isOwnPayment = (order: Order, { ref }: PaymentSnapshot): boolean =>
  ref === null || order.paymentRef === null || ref === order.paymentRef

/** What the payment has refunded according to this snapshot alone. */
export const refundedOf = (snapshot: PaymentSnapshot): number =>
  snapshot.refundedAmount - snapshot.failedRefunds.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Merges what a snapshot says about refunds with what is known. The total of all refunds and the set of those that
 * failed only grow, so the order of snapshots does not matter. A refund that failed counts as if the provider had
 * refused it: the buyer gets back what it took, and the operator is alerted.
 */
export async function mergeRefunds(locked: LockedOrder, snapshot: PaymentSnapshot, log: Log): Promise<MergedRefunds> {
  const { order, tx, now } = locked
  const { refundedAmount } = order
  if (!isOwnPayment(order, snapshot) || (snapshot.refundedAmount === 0 && snapshot.failedRefunds.length === 0))
    return { refundedAmount, hasNewFailure: false }
  const failedBefore = await sumFailedRefunds(tx, order.id)
  let failed = failedBefore
  for (const one of snapshot.failedRefunds) if (await applyFailure(locked, one)) failed += one.amount
  const hasNewFailure = failed > failedBefore
  if (hasNewFailure)
    log.error({ orderId: order.id }, `a refund failed at the bank: look at it with ${commandLine('orders')}`)
  // Events tell the total without failed refunds, so they may tell too little. The provider’s list is exact.
  if (failed > 0) order.nextCheckAt = now
  const total = Math.max(refundedAmount + failedBefore, snapshot.refundedAmount)
  return { refundedAmount: Math.max(0, total - failed), hasNewFailure }
}

/** Undoes what the refund changed here; returns false when the failure is already known. */
async function applyFailure({ tx, order, now }: LockedOrder, failed: FailedRefund): Promise<boolean> {
  const before = await storeFailedRefund(tx, order.id, failed, now)
  if (!before) return false
  if (before.state === 'requested') order.pendingRefund -= before.amount
  const isOwn = before.origin !== 'provider' && before.state !== 'refused'
  if (isOwn) {
    order.ownRefund -= before.amount
    order.refundUnits -= before.units
  }
  return true
}

/**
 * Takes an order out of the refunded states because a refund failed; what is still refunded moves it there again. An
 * order that was never delivered is held, so that the operator returns the payment again.
 */
export async function reopen(locked: LockedOrder): Promise<void> {
  const { order } = locked
  if (order.givenAt !== null && ['refunded', 'partly_refunded'].includes(order.state))
    await locked.transition('refund_failed')
  if (order.givenAt === null && order.pendingRefund === 0 && ['refunded', 'paid'].includes(order.state))
    await locked.transition('return_failed')
}
