import type { Transaction } from '../../platform/db/database.ts'
import { bumpUserRev, lockPersonRow, type Person } from '../accounts/module.ts'
import type { Order } from './order.ts'
import { nextOrderState, type OrderEvent } from './order-machine.ts'
import { findOrder, findOrderLocked, insertOrderEvent, updateOrder } from './order-store.ts'
import type { BillingServices } from './services.ts'
import { orderView } from './views.ts'

/** What a change of an order works with, inside the transaction and under the locks of person and order. */
export interface LockedOrder {
  tx: Transaction
  now: Date
  /** Null when the buyer is erased. */
  person: Person | null
  /** Saved at the end; its state changes only through `transition`. */
  order: Order
  /** Applies the event and records the new state. Returns false and changes nothing when the event is not allowed. */
  transition(event: OrderEvent): Promise<boolean>
}

export type ChangeServices = Pick<BillingServices, 'database' | 'clock' | 'log' | 'live' | 'settings'>

/**
 * Changes an order in one transaction that locks its person first, and notifies their devices after the commit. Returns
 * null and does nothing when there is no such order.
 */
export async function changeOrder<Result>(
  services: ChangeServices,
  orderId: string,
  work: (locked: LockedOrder) => Promise<Result>,
): Promise<{ result: Result; order: Order } | null> {
  const now = services.clock.now()
  const changed = await services.database.transaction(async (tx) => {
    const found = await findOrder(tx, orderId)
    if (!found) return null
    const person = found.isErased ? null : await lockPersonRow(tx, found.personId)
    const order = await findOrderLocked(tx, orderId)
    if (!order) return null
    const before = JSON.stringify(order)
    const locked = lockOrder(services, { tx, now, person, order })
    const result = await work(locked)
    const isChanged = JSON.stringify(order) !== before
    if (isChanged && person) order.userRev = await bumpUserRev(tx, person.id)
    if (isChanged) await updateOrder(tx, order)
    return { result, order, person, isChanged }
  })
  if (changed?.person && changed.isChanged) await publishOrder(services, changed.person, changed.order, now)
  return changed && { result: changed.result, order: changed.order }
}

function lockOrder(
  services: Pick<BillingServices, 'log'>,
  at: Pick<LockedOrder, 'tx' | 'now' | 'person' | 'order'>,
): LockedOrder {
  const { order } = at
  return {
    ...at,
    async transition(event) {
      const state = nextOrderState(order.state, event)
      if (state === null) {
        services.log.debug({ orderId: order.id, state: order.state, event }, "event not allowed in the order's state")
        return false
      }
      order.state = state
      await insertOrderEvent(at.tx, { orderId: order.id, event, state, now: at.now })
      return true
    },
  }
}

async function publishOrder(services: ChangeServices, person: Person, order: Order, now: Date): Promise<void> {
  const reader = { locale: person.lang, refundDays: services.settings.refundDays, now }
  services.live.publishToPerson(person.id, { type: 'order.updated', order: orderView(order, reader) })
}
