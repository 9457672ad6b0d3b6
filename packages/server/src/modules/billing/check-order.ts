import { applyPaymentUpdate } from './apply-payment-update.ts'
import { changeOrder, type LockedOrder } from './change-order.ts'
import type { Order } from './order.ts'
import { isOpen } from './order-machine.ts'
import { claimCheck, findOrder, selectDueOrders } from './order-store.ts'
import { type Payment, PaymentDeclined, type PaymentProvider, ProviderUnavailable } from './payment-provider.ts'
import { CHECK_INTERVAL_MS, FIRST_CHECK_DELAY_MS } from './rules.ts'
import { sendRefunds } from './send-refunds.ts'
import type { BillingServices } from './services.ts'

/**
 * Does what is due for an order: asks the provider for the payment's state, ends the order when it has expired, sends
 * pending refunds. Only one process does it; does nothing when nothing is due.
 */
export async function checkOrder(services: BillingServices, orderId: string): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  if (!(await claimCheck(database, orderId, now, new Date(now.getTime() + CHECK_INTERVAL_MS)))) return
  const order = await findOrder(database, orderId)
  if (!order) return
  const provider = services.payments?.kind === order.provider ? services.payments : null
  const isExpired = order.expiresAt !== null && order.expiresAt.getTime() <= now.getTime()
  const cancelIfOpen = order.paidAt === null && (isExpired || !isOpen(order.state))
  const payment =
    provider && order.paymentRef !== null ? await retrievePayment(services, provider, order, cancelIfOpen) : null
  await changeOrder(services, orderId, async (locked) => {
    // When the order has expired, we cancelled the payment ourselves.
    if (payment && !(isExpired && payment.status === 'canceled'))
      await applyPaymentUpdate(locked, payment, services.log)
    // A bank that is processing may take days; any other payment is not waited for.
    if (isExpired && isOpen(locked.order.state) && payment?.status !== 'processing') await locked.transition('expired')
    locked.order.nextCheckAt = nextCheck(locked, payment)
  })
  await sendRefunds(services, orderId)
}

/**
 * The state of the payment; null when the provider does not answer. With `cancelIfOpen`, an unpaid payment is cancelled
 * first, so that nobody pays it afterwards.
 */
async function retrievePayment(
  services: BillingServices,
  provider: PaymentProvider,
  order: Order,
  cancelIfOpen: boolean,
): Promise<Payment | null> {
  const ref = order.paymentRef ?? ''
  try {
    const payment = await provider.retrieve(ref)
    const isStillOpen = ['open', 'needs_confirmation', 'declined'].includes(payment.status)
    return cancelIfOpen && isStillOpen ? await provider.cancel(ref) : payment
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof PaymentDeclined)) throw error
    services.log.warn(
      { orderId: order.id, reason: error.message },
      'the payment provider did not answer about an order',
    )
    return null
  }
}

function nextCheck({ order, now }: LockedOrder, payment: Payment | null): Date | null {
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (order.pendingRefund > 0) return after(FIRST_CHECK_DELAY_MS[1])
  if (isOpen(order.state) && payment?.settlesAt && payment.settlesAt.getTime() > now.getTime()) return payment.settlesAt
  if (order.begunAt === null) return isOpen(order.state) ? order.expiresAt : null
  const begun = order.begunAt.getTime()
  const next = FIRST_CHECK_DELAY_MS.find((ms) => begun + ms > now.getTime())
  if (next !== undefined) return new Date(begun + next)
  return isOpen(order.state) ? after(FIRST_CHECK_DELAY_MS[3]) : null
}

const BATCH_SIZE = 50

/**
 * Checks every order that is due (PAY-07); run often. An order that fails keeps its claim and is retried after a
 * minute, without delaying the others.
 */
export async function reconcileOrders(services: BillingServices): Promise<void> {
  for (const orderId of await selectDueOrders(services.database, services.clock.now(), BATCH_SIZE)) {
    try {
      await checkOrder(services, orderId)
    } catch (error) {
      services.log.error({ error, orderId }, 'an order could not be checked')
    }
  }
}
