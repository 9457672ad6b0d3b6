import { commandLine } from '../../platform/command-line.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { countPurchase, countRefund } from '../attribution/module.ts'
import { isMinor } from '../safety/module.ts'
import type { LockedOrder } from './change-order.ts'
import { fulfill, revokeOrRestore, unspentUnits } from './fulfillment.ts'
import { isOwnPayment, type MergedRefunds, mergeRefunds, refundedOf, reopen } from './merge-refunds.ts'
import type { Dispute, Order } from './order.ts'
import { receivedOf, refundableAmount, returnedAmount, totalUnits } from './order.ts'
import type { PaymentSnapshot } from './payment-provider.ts'
import { insertRefund } from './refund-store.ts'

/**
 * Moves an order to the state that follows from the provider's snapshot: delivers what was paid for, revokes what was
 * refunded or charged back. Snapshots may be repeated, out of order or incomplete (PAY-02, PAY-08).
 */
export async function applyPaymentUpdate(locked: LockedOrder, snapshot: PaymentSnapshot, log: Log): Promise<void> {
  const { order } = locked
  if (snapshot.lastFour !== null) order.lastFour = snapshot.lastFour
  const refunds = await mergeRefunds(locked, snapshot, log)
  if (snapshot.status === 'succeeded') {
    if (isOwnPayment(order, snapshot)) setReceived(order, snapshot)
    if (!matchesOrder(order, snapshot)) return flagForReview(locked, snapshot, refunds, log)
    await markPaid(locked, snapshot, refunds)
  } else if (order.paymentRef === null || snapshot.ref === order.paymentRef) await markProcessing(locked, snapshot)
  await updateDispute(locked, {
    refundedAmount: Math.min(receivedOf(order).amount, refunds.refundedAmount),
    hasNewFailure: refunds.hasNewFailure,
    dispute: laterDispute(order.dispute, snapshot.dispute),
  })
}

function setReceived(order: Order, { amount, currency: reported }: PaymentSnapshot): void {
  if (amount === null) return
  const currency = reported ?? receivedOf(order).currency
  const isPrice = amount === order.amount && currency === order.currency
  order.receivedAmount = isPrice ? null : amount
  order.receivedCurrency = currency === order.currency ? null : currency
}

function matchesOrder(order: Order, snapshot: PaymentSnapshot): boolean {
  return (
    (snapshot.amount === null || snapshot.amount === order.amount) &&
    (snapshot.currency === null || snapshot.currency === order.currency) &&
    (snapshot.orderId === null || snapshot.orderId === order.id) &&
    isOwnPayment(order, snapshot) &&
    refundedOf(snapshot) <= order.amount
  )
}

/** The payment does not match this order: nothing is delivered, and the operator is alerted (PAY-05). */
async function flagForReview(
  locked: LockedOrder,
  snapshot: PaymentSnapshot,
  refunds: MergedRefunds,
  log: Log,
): Promise<void> {
  const { order } = locked
  log.error(
    { orderId: order.id, payment: snapshot.ref, state: order.state, expected: order.amount, received: snapshot.amount },
    `a payment does not match its order: look at it with ${commandLine('orders')}`,
  )
  if (order.state !== 'review' && (await locked.transition('mismatch'))) order.paidAt = locked.now
  const isOwn = isOwnPayment(order, snapshot)
  if (isOwn) order.refundedAmount = refunds.refundedAmount
  if (isOwn && refunds.hasNewFailure) {
    await reopen(locked)
    await updateDeliveredContents(locked)
  }
  const isRefunded = (isOwn ? returnedAmount(order) : refundedOf(snapshot)) >= (snapshot.amount ?? order.amount)
  if (isRefunded && (order.state === 'review' || (isOwn && order.state !== 'refunded')))
    await locked.transition('refunded')
}

async function markPaid(
  locked: LockedOrder,
  { ref }: PaymentSnapshot,
  { refundedAmount }: MergedRefunds,
): Promise<void> {
  const { order } = locked
  if (order.paidAt !== null || !(await locked.transition('succeeded'))) return
  order.paidAt = locked.now
  order.paymentRef ??= ref
  await deliver(locked, refundedAmount)
}

/**
 * Delivers what was paid for. When that is impossible, because the person is erased or turned out to be under 18, the
 * payment is refunded as soon as the provider can be reached, as far as it has not been (`refundedAmount`).
 */
export async function deliver(locked: LockedOrder, refundedAmount = locked.order.refundedAmount): Promise<void> {
  const { tx, order, person, now } = locked
  if (!person || isMinor(person.ageState)) {
    const amount = refundableAmount({ ...order, refundedAmount })
    if (amount === 0) return
    await insertRefund(tx, { id: newId(now), orderId: order.id, amount, units: 0, origin: 'system', now })
    order.pendingRefund += amount
    order.ownRefund += amount
    order.nextCheckAt = now
    return
  }
  if (!(await locked.transition('given'))) return
  await fulfill(locked)
  await countPurchase(tx, person.id, { ...receivedOf(order), now })
}

async function markProcessing(locked: LockedOrder, snapshot: PaymentSnapshot): Promise<void> {
  const { state } = locked.order
  if (snapshot.status === 'processing' || snapshot.status === 'needs_confirmation') {
    if (state !== 'processing') await locked.transition('processing')
  } else if (snapshot.status === 'declined') {
    if (state !== 'awaiting_payment') await locked.transition('declined')
  } else if (snapshot.status === 'canceled' && state !== 'failed') await locked.transition('given_up')
}

/** Open comes before won and lost, which are final. */
function laterDispute(known: Dispute, reported: Dispute): Dispute {
  if (known === 'won' || known === 'lost') return known
  return reported === 'none' ? known : reported
}

/** Stores the refunded amount and the dispute, and moves the state accordingly. */
async function updateDispute(
  locked: LockedOrder,
  { hasNewFailure, ...reported }: Pick<Order, 'refundedAmount' | 'dispute'> & { hasNewFailure: boolean },
): Promise<void> {
  const { order, tx } = locked
  if (order.paidAt === null) return
  if (hasNewFailure || reported.refundedAmount !== order.refundedAmount || reported.dispute !== order.dispute) {
    const amount = reported.refundedAmount - order.refundedAmount
    if (amount !== 0 && order.givenAt)
      await countRefund(tx, order.personId, { amount, currency: receivedOf(order).currency })
    Object.assign(order, reported)
    await updateDeliveredContents(locked)
  }
  if (hasNewFailure && returnedAmount(order) < receivedOf(order).amount) await reopen(locked)
  if (order.dispute === 'open' && order.state !== 'disputed') await locked.transition('dispute_opened')
  if (order.dispute === 'won' && ['disputed', 'fulfilled'].includes(order.state)) await locked.transition('dispute_won')
  if (order.dispute === 'lost' && order.state !== 'dispute_lost') await locked.transition('dispute_lost')
  await updateRefundedState(locked)
}

/** Moves an order to the state that follows from what its buyer has got back. */
export async function updateRefundedState(locked: LockedOrder): Promise<void> {
  const { order } = locked
  if (order.dispute === 'open' || order.dispute === 'lost') return
  const returned = returnedAmount(order)
  const refunded = returned >= receivedOf(order).amount ? 'refunded' : 'partly_refunded'
  if (returned > 0 && order.state !== refunded) await locked.transition(refunded)
}

/**
 * Brings the revoked units to what they should be. Under a chargeback that is everything, and what is already spent is
 * recorded as owed. Otherwise it is what was refunded on request, plus the unspent part of what a manual refund stands
 * for. Call it when any of this changed.
 */
export async function updateDeliveredContents(locked: LockedOrder): Promise<void> {
  const { order, person } = locked
  if (order.givenAt === null || order.isErased || !person) return
  const total = totalUnits(order)
  const isChargedBack = order.dispute === 'open' || order.dispute === 'lost'
  const manuallyRefunded = Math.max(0, order.refundedAmount - order.ownRefund)
  const wanted = isChargedBack
    ? total
    : order.refundUnits + Math.floor((total * manuallyRefunded) / receivedOf(order).amount)
  const change = wanted - order.takenUnits - order.owedUnits
  const why = isChargedBack || order.dispute === 'won' ? 'chargeback' : 'refund'
  if (change > 0) {
    const taken = Math.min(change, await unspentUnits(locked))
    await revokeOrRestore(locked, { taken, owed: isChargedBack ? change - taken : 0, why })
  } else if (change < 0) {
    const owed = -Math.min(order.owedUnits, -change)
    await revokeOrRestore(locked, { taken: change - owed, owed, why })
  }
}
