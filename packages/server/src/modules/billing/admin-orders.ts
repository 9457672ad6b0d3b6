import type { Transaction } from '../../platform/db/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { newId } from '../../platform/ids.ts'
import { deliver } from './apply-payment-update.ts'
import { type ChangeServices, changeOrder } from './change-order.ts'
import { revokeOrRestore } from './fulfillment.ts'
import { type Order, receivedOf, refundableAmount } from './order.ts'
import { selectOrdersForReview } from './order-store.ts'
import { insertRefund } from './refund-store.ts'

/**
 * Writes the audit entry of an operator's decision, in the transaction that applies it. The functions below that take it
 * decide an order that the rules leave to people; each returns whether the order's state allowed it.
 */
export type RecordAudit = (tx: Transaction, details: Record<string, string | number>) => Promise<void>

/** Orders that an operator must look at: flagged for review, disputed, with a debt, a refund a day old, or one that failed. */
export async function listOrdersForReview(services: Pick<ChangeServices, 'database' | 'clock'>): Promise<Order[]> {
  const yesterday = new Date(services.clock.now().getTime() - DAY_MS)
  return selectOrdersForReview(services.database, yesterday)
}

/** Delivers an order that was flagged for review, because its payment turned out to be right. */
export async function acceptOrder(services: ChangeServices, orderId: string, record: RecordAudit): Promise<boolean> {
  const changed = await changeOrder(services, orderId, async (locked) => {
    if (!(await locked.transition('cleared'))) return false
    await deliver(locked)
    await record(locked.tx, receivedOf(locked.order))
    return true
  })
  return changed?.result ?? false
}

/** Refunds what is left of what was received for a flagged order; the server sends the refund within seconds. */
export async function returnOrder(services: ChangeServices, orderId: string, record: RecordAudit): Promise<boolean> {
  const changed = await changeOrder(services, orderId, async ({ tx, order, now }) => {
    const amount = refundableAmount(order)
    if (order.state !== 'review' || amount === 0) return false
    await insertRefund(tx, { id: newId(now), orderId, amount, units: 0, origin: 'operator', now })
    order.pendingRefund += amount
    order.ownRefund += amount
    order.nextCheckAt = now
    await record(tx, { amount, currency: receivedOf(order).currency })
    return true
  })
  return changed?.result ?? false
}

/** Writes off the debt of a lost dispute, so that the person may buy again. */
export async function forgiveOrder(services: ChangeServices, orderId: string, record: RecordAudit): Promise<boolean> {
  const changed = await changeOrder(services, orderId, async (locked) => {
    if (locked.order.state !== 'dispute_lost' || locked.order.owedUnits === 0) return false
    const units = locked.order.owedUnits
    await revokeOrRestore(locked, { taken: 0, owed: -units, why: 'chargeback' })
    await record(locked.tx, { units })
    return true
  })
  return changed?.result ?? false
}

/** What can be decided about an order, with its name in the audit log. */
export const RESOLUTIONS = {
  accept: { resolve: acceptOrder, action: 'order.accepted' },
  return: { resolve: returnOrder, action: 'order.returned' },
  forgive: { resolve: forgiveOrder, action: 'order.forgiven' },
} as const
export type Resolution = keyof typeof RESOLUTIONS
