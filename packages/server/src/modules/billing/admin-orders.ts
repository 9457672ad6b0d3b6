import { newId } from '../../platform/ids.ts'
import { deliver } from './apply-payment-update.ts'
import { type ChangeServices, changeOrder } from './change-order.ts'
import { revokeOrRestore } from './fulfillment.ts'
import type { Order } from './order.ts'
import { selectOrdersForReview } from './order-store.ts'
import { insertRefund } from './refund-store.ts'

/** What the operator does with orders that the rules leave to people. Each says whether it could be done. */

/** Orders that someone should look at: set aside, in dispute, owed, or with a refund that has waited for a day. */
export async function listOrdersForReview(services: Pick<ChangeServices, 'database' | 'clock'>): Promise<Order[]> {
  const yesterday = new Date(services.clock.now().getTime() - 86_400_000)
  return selectOrdersForReview(services.database, yesterday)
}

/** Gives what an order that was set aside is for: its money turned out to be right. */
export async function acceptOrder(services: ChangeServices, orderId: string): Promise<boolean> {
  const changed = await changeOrder(services, orderId, async (held) => {
    if (!(await held.happen('cleared'))) return false
    await deliver(held)
    return true
  })
  return changed?.result ?? false
}

/** Has the provider give back all that an order that was set aside has brought; the server sends it within seconds. */
export async function returnOrder(services: ChangeServices, orderId: string): Promise<boolean> {
  const changed = await changeOrder(services, orderId, async ({ tx, order, now }) => {
    const amount = order.amount - order.refundedAmount - order.pendingRefund
    if (order.state !== 'review' || amount <= 0) return false
    await insertRefund(tx, { id: newId(now), orderId, amount, units: 0, now })
    order.pendingRefund += amount
    order.ownRefund += amount
    order.nextCheckAt = now
    return true
  })
  return changed?.result ?? false
}

/** Writes off what a lost dispute left owed, so that the person may buy again. */
export async function forgiveOrder(services: ChangeServices, orderId: string): Promise<boolean> {
  const changed = await changeOrder(services, orderId, async (held) => {
    if (held.order.state !== 'dispute_lost' || held.order.shortUnits === 0) return false
    await revokeOrRestore(held, { taken: 0, short: -held.order.shortUnits, why: 'chargeback' })
    return true
  })
  return changed?.result ?? false
}
