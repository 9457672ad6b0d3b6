import { applyFacts } from './apply-facts.ts'
import { changeOrder, type HeldOrder } from './change-order.ts'
import type { Order } from './order.ts'
import { isOpen } from './order-machine.ts'
import { claimCheck, findOrder } from './order-store.ts'
import { type Payment, PaymentAway, type PaymentProvider, PaymentRefused } from './payment-provider.ts'
import { ASK_AFTER_MS, CHECK_AGAIN_MS } from './rules.ts'
import { sendRefunds } from './send-refunds.ts'
import type { BillingServices } from './services.ts'

/**
 * Does what is due for an order: asks the provider how the payment stands, ends the order when its time is over, sends
 * refunds that are waiting. Of several processes one does it; does nothing when nothing is due.
 */
export async function checkOrder(services: BillingServices, orderId: string): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  if (!(await claimCheck(database, orderId, now, new Date(now.getTime() + CHECK_AGAIN_MS)))) return
  const order = await findOrder(database, orderId)
  if (!order) return
  const provider = services.payments?.kind === order.provider ? services.payments : null
  const isOver = order.expiresAt !== null && order.expiresAt.getTime() <= now.getTime()
  const isEnded = order.paidAt === null && (isOver || !isOpen(order.state))
  const payment = provider && order.paymentRef !== null ? await ask(services, provider, order, isEnded) : null
  await changeOrder(services, orderId, async (held) => {
    // That it is canceled is our doing, where its time was over.
    if (payment && !(isOver && payment.status === 'canceled')) await applyFacts(held, payment, services.log)
    // A bank that has begun may take days; only one that does not say so is not waited for.
    if (isOver && isOpen(held.order.state) && payment?.status !== 'processing') await held.happen('expired')
    held.order.nextCheckAt = nextCheck(held, payment)
  })
  await sendRefunds(services, orderId)
}

/** How the payment stands; that of an order which is over is ended, so that nobody pays it afterwards. Null: no answer. */
async function ask(
  services: BillingServices,
  provider: PaymentProvider,
  order: Order,
  isEnded: boolean,
): Promise<Payment | null> {
  const ref = order.paymentRef ?? ''
  try {
    const payment = await provider.look(ref)
    const isStillOpen = ['open', 'needs_confirmation', 'declined'].includes(payment.status)
    return isEnded && isStillOpen ? await provider.cancel(ref) : payment
  } catch (error) {
    if (!(error instanceof PaymentAway || error instanceof PaymentRefused)) throw error
    services.log.warn(
      { orderId: order.id, reason: error.message },
      'the payment provider did not answer about an order',
    )
    return null
  }
}

function nextCheck({ order, now }: HeldOrder, payment: Payment | null): Date | null {
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (order.pendingRefund > 0) return after(ASK_AFTER_MS[1])
  if (isOpen(order.state) && payment?.settlesAt && payment.settlesAt.getTime() > now.getTime()) return payment.settlesAt
  if (order.begunAt === null) return isOpen(order.state) ? order.expiresAt : null
  const begun = order.begunAt.getTime()
  const next = ASK_AFTER_MS.find((ms) => begun + ms > now.getTime())
  if (next !== undefined) return new Date(begun + next)
  return isOpen(order.state) ? after(ASK_AFTER_MS[3]) : null
}
