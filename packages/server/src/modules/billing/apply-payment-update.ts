import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { countPurchase, countRefund } from '../attribution/module.ts'
import { isMinor } from '../safety/module.ts'
import type { LockedOrder } from './change-order.ts'
import { fulfill, revokeOrRestore, unspentUnits } from './fulfillment.ts'
import type { Dispute, Order } from './order.ts'
import { totalUnits } from './order.ts'
import type { PaymentSnapshot } from './payment-provider.ts'
import { insertRefund } from './refund-store.ts'

/**
 * Brings an order to where the provider's word leads it: gives what was paid for, takes back what was given back or
 * charged back. It may be told the same twice, in any order, or only the end of the story (PAY-02, PAY-08).
 */
export async function applyPaymentUpdate(held: LockedOrder, facts: PaymentSnapshot, log: Log): Promise<void> {
  const { order } = held
  if (facts.lastFour !== null) order.lastFour = facts.lastFour
  if (facts.status === 'succeeded') {
    if (!matchesOrder(order, facts)) return flagForReview(held, facts, log)
    await markPaid(held, facts.ref)
  } else if (order.paymentRef === null || facts.ref === order.paymentRef) await markProcessing(held, facts)
  await updateDispute(held, {
    refundedAmount: Math.min(order.amount, Math.max(order.refundedAmount, facts.refundedAmount)),
    dispute: laterDispute(order.dispute, facts.dispute),
  })
}

function matchesOrder(order: Order, facts: PaymentSnapshot): boolean {
  return (
    (facts.amount === null || facts.amount === order.amount) &&
    (facts.currency === null || facts.currency === order.currency) &&
    (facts.orderId === null || facts.orderId === order.id) &&
    (facts.ref === null || order.paymentRef === null || facts.ref === order.paymentRef) &&
    facts.refundedAmount <= order.amount
  )
}

/** Money came that is not this order's: nothing is given, and the operator is called (PAY-05). */
async function flagForReview(held: LockedOrder, facts: PaymentSnapshot, log: Log): Promise<void> {
  const { order } = held
  log.error(
    { orderId: order.id, payment: facts.ref, state: order.state, expected: order.amount, received: facts.amount },
    'a payment does not match its order: look at it with `npm run orders`',
  )
  if (order.state !== 'review' && (await held.happen('mismatch'))) order.paidAt = held.now
  const isGivenBack = facts.refundedAmount >= (facts.amount ?? order.amount)
  if (order.state === 'review' && isGivenBack) await held.happen('refunded')
}

async function markPaid(held: LockedOrder, paymentRef: string | null): Promise<void> {
  const { order } = held
  if (order.paidAt !== null || !(await held.happen('succeeded'))) return
  order.paidAt = held.now
  order.paymentRef ??= paymentRef
  await deliver(held)
}

/**
 * Gives what was paid for. Where that can not be, since the person is gone or turned out to be under 18, the whole
 * payment is given back as soon as the provider can be asked.
 */
export async function deliver(held: LockedOrder): Promise<void> {
  const { tx, order, person, now } = held
  if (!person || isMinor(person.ageState)) {
    const amount = order.amount - order.refundedAmount - order.pendingRefund
    if (amount <= 0) return
    await insertRefund(tx, { id: newId(now), orderId: order.id, amount, units: 0, now })
    order.pendingRefund += amount
    order.ownRefund += amount
    order.nextCheckAt = now
    return
  }
  if (!(await held.happen('given'))) return
  await fulfill(held)
  await countPurchase(tx, person.id, { amount: order.amount, currency: order.currency, now })
}

async function markProcessing(held: LockedOrder, facts: PaymentSnapshot): Promise<void> {
  const { state } = held.order
  if (facts.status === 'processing' || facts.status === 'needs_confirmation') {
    if (state !== 'processing') await held.happen('processing')
  } else if (facts.status === 'declined') {
    if (state !== 'awaiting_payment') await held.happen('declined')
  } else if (facts.status === 'canceled' && state !== 'failed') await held.happen('given_up')
}

/** Open is before won and lost; those end it. */
function laterDispute(known: Dispute, told: Dispute): Dispute {
  if (known === 'won' || known === 'lost') return known
  return told === 'none' ? known : told
}

/** Takes what refunds and disputes take, and moves the state after them. */
async function updateDispute(held: LockedOrder, told: Pick<Order, 'refundedAmount' | 'dispute'>): Promise<void> {
  const { order, tx } = held
  if (order.paidAt === null) return
  if (told.refundedAmount !== order.refundedAmount || told.dispute !== order.dispute) {
    const amount = told.refundedAmount - order.refundedAmount
    if (amount > 0 && order.givenAt) await countRefund(tx, order.personId, { amount, currency: order.currency })
    Object.assign(order, told)
    await updateDeliveredContents(held)
  }
  if (order.dispute === 'open' && order.state !== 'disputed') await held.happen('dispute_opened')
  if (order.dispute === 'won' && ['disputed', 'fulfilled'].includes(order.state)) await held.happen('dispute_won')
  if (order.dispute === 'lost' && order.state !== 'dispute_lost') await held.happen('dispute_lost')
  if (order.dispute === 'open' || order.dispute === 'lost') return
  const refunded = order.refundedAmount >= order.amount ? 'refunded' : 'partly_refunded'
  if (order.refundedAmount > 0 && order.state !== refunded) await held.happen(refunded)
}

/**
 * Brings what is taken back to what it should be: all of it under a chargeback, what cannot be had written down as
 * owed; else what was refunded on request, and the part that money given back by hand stands for, as far as unspent. To be called when that changed.
 */
export async function updateDeliveredContents(held: LockedOrder): Promise<void> {
  const { order, person } = held
  if (order.givenAt === null || order.isErased || !person) return
  const total = totalUnits(order)
  const isChargedBack = order.dispute === 'open' || order.dispute === 'lost'
  const byHand = Math.max(0, order.refundedAmount - order.ownRefund)
  const wanted = isChargedBack ? total : order.refundUnits + Math.floor((total * byHand) / order.amount)
  const change = wanted - order.takenUnits - order.shortUnits
  const why = isChargedBack || order.dispute === 'won' ? 'chargeback' : 'refund'
  if (change > 0) {
    const taken = Math.min(change, await unspentUnits(held))
    await revokeOrRestore(held, { taken, short: isChargedBack ? change - taken : 0, why })
  } else if (change < 0) {
    const short = -Math.min(order.shortUnits, -change)
    await revokeOrRestore(held, { taken: change - short, short, why })
  }
}
