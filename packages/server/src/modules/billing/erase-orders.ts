import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { receivedOf, returnedAmount } from './order.ts'
import { isOpen, nextOrderState } from './order-machine.ts'
import { insertOrderEvent, replaceBuyer, selectAllOrdersOf, updateOrder } from './order-store.ts'
import { deleteRefundNotesOf } from './refund-store.ts'

/**
 * Keeps an erased person's orders for the accounts, under a pseudonym that identifies nobody (D2). Unpaid orders are
 * cancelled; a later payment is refunded, since there is nobody to deliver to.
 */
export async function eraseOrders(tx: Transaction, personId: string, now: Date): Promise<void> {
  for (const order of await selectAllOrdersOf(tx, personId)) {
    const state = isOpen(order.state) ? nextOrderState(order.state, 'canceled') : null
    if (state === null) continue
    await insertOrderEvent(tx, { orderId: order.id, event: 'canceled', state, now })
    await updateOrder(tx, { ...order, state, nextCheckAt: order.paymentRef === null ? null : now })
  }
  await deleteRefundNotesOf(tx, personId)
  await replaceBuyer(tx, personId, `erased-${newId(now)}`)
}

/** A person's orders as plain rows, for the personal data export. */
export async function exportOrders(db: Queryable, personId: string): Promise<Record<string, unknown>[]> {
  return (await selectAllOrdersOf(db, personId)).map((order) => ({
    id: order.id,
    product: order.product.name.en ?? order.product.id,
    amount: order.amount,
    currency: order.currency,
    state: order.state,
    provider: order.provider,
    card_last_four: order.lastFour,
    received: order.paidAt && receivedOf(order),
    refunded_amount: returnedAmount(order),
    created_at: order.createdAt.toISOString(),
    paid_at: order.paidAt?.toISOString() ?? null,
  }))
}
