import { AppError } from '../../platform/app-error.ts'
import { applyPaymentUpdate } from './apply-payment-update.ts'
import { changeOrder } from './change-order.ts'
import type { Order } from './order.ts'
import { isOpen } from './order-machine.ts'
import { loadOwnOrder } from './orders.ts'
import { PaymentDeclined, ProviderUnavailable } from './payment-provider.ts'
import type { BillingServices } from './services.ts'

/**
 * Cancels an unpaid order. Its payment is cancelled at the provider first, so that nobody pays it afterwards; if it
 * succeeded meanwhile, the order is paid.
 * @throws AppError NotFound; Conflict for an order that is paid, over, or being processed by a bank; Unavailable when
 * the provider does not answer.
 */
export async function cancelOrder(services: BillingServices, personId: string, orderId: string): Promise<Order> {
  const order = await loadOwnOrder(services.database, personId, orderId)
  if (order.state === 'canceled') return order
  if (!isOpen(order.state)) throw new AppError('Conflict', null, 'orderOver')
  const payment = order.paymentRef === null ? null : await cancelPayment(services, order.paymentRef)
  const changed = await changeOrder(services, order.id, async (locked) => {
    if (payment && payment.status !== 'canceled') return applyPaymentUpdate(locked, payment, services.log)
    await locked.transition('canceled')
  })
  // If the provider's cancellation event arrives before we record our own, the order is `failed`.
  const isOver = changed?.order.state === 'canceled' || changed?.order.state === 'failed'
  if (!changed || !isOver) throw new AppError('Conflict', null, 'orderOver')
  return changed.order
}

async function cancelPayment({ payments }: BillingServices, ref: string) {
  if (!payments) return null
  try {
    return await payments.cancel(ref)
  } catch (error) {
    if (error instanceof ProviderUnavailable)
      throw new AppError('Unavailable', { retry_after: 5 }, 'paymentUnavailable')
    if (error instanceof PaymentDeclined) return payments.retrieve(ref)
    throw error
  }
}
