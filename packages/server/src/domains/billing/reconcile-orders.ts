import { checkOrder } from './check-order.ts'
import { deletePaymentEventsBefore } from './event-store.ts'
import { selectDueOrders } from './order-store.ts'
import type { BillingServices } from './services.ts'

const AT_ONCE = 50
const EVENTS_KEPT_MS = 90 * 86_400_000

/**
 * Asks about every order that is due (PAY-07); to be run often. An order that fails keeps its claim and comes again in
 * a minute; the others are not held up by it.
 */
export async function reconcileOrders(services: BillingServices): Promise<void> {
  for (const orderId of await selectDueOrders(services.database, services.clock.now(), AT_ONCE)) {
    try {
      await checkOrder(services, orderId)
    } catch (error) {
      services.log.error({ error, orderId }, 'an order could not be checked')
    }
  }
}

/** Forgets events that nobody sends again. To be run now and then. */
export async function sweepEvents(services: Pick<BillingServices, 'database' | 'clock'>): Promise<void> {
  await deletePaymentEventsBefore(services.database, new Date(services.clock.now().getTime() - EVENTS_KEPT_MS))
}
