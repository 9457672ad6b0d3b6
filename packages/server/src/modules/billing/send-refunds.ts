import { commandLine } from '../../platform/command-line.ts'
import { applyPaymentUpdate, updateDeliveredContents } from './apply-payment-update.ts'
import { changeOrder } from './change-order.ts'
import type { Order } from './order.ts'
import { findOrder } from './order-store.ts'
import { type Payment, PaymentDeclined, type PaymentProvider, ProviderUnavailable } from './payment-provider.ts'
import { closeRefund, type RefundRow, selectRefunds } from './refund-store.ts'
import type { BillingServices } from './services.ts'

/**
 * Sends the requested refunds of an order to its provider. Returns true when all of them are done. One that the
 * provider cannot take now is retried later. One that it rejects permanently is undone, so that the person keeps their
 * units, and the operator is alerted; the others are still sent.
 */
export async function sendRefunds(services: BillingServices, orderId: string): Promise<boolean> {
  const order = await findOrder(services.database, orderId)
  if (!order || order.pendingRefund === 0) return true
  const provider = services.payments?.kind === order.provider ? services.payments : null
  if (!provider || order.paymentRef === null) return false
  let isDone = true
  for (const refund of await selectRefunds(services.database, orderId)) {
    if (refund.state !== 'requested') continue
    const result = await sendOne(services, provider, order, refund)
    if (result === 'unavailable') return false
    isDone &&= result === 'done'
  }
  return isDone
}

async function sendOne(
  services: BillingServices,
  provider: PaymentProvider,
  order: Order,
  refund: RefundRow,
): Promise<'done' | 'refused' | 'unavailable'> {
  const payment = await requestRefundFromProvider(provider, order.paymentRef ?? '', refund)
  if (payment === 'unavailable') return payment
  await changeOrder(services, order.id, async (locked) => {
    const isRefused = payment === 'refused'
    if (!(await closeRefund(locked.tx, refund.id, isRefused ? 'refused' : 'done', locked.now))) return
    locked.order.pendingRefund -= refund.amount
    if (!isRefused) return applyPaymentUpdate(locked, payment, services.log)
    services.log.error(
      { orderId: order.id },
      `the payment provider refused a refund: look at it with ${commandLine('orders')}`,
    )
    locked.order.ownRefund -= refund.amount
    locked.order.refundUnits -= refund.units
    await updateDeliveredContents(locked)
  })
  const isFailed = payment === 'refused' || payment.failedRefunds.some((one) => one.refundId === refund.id)
  return isFailed ? 'refused' : 'done'
}

async function requestRefundFromProvider(
  provider: PaymentProvider,
  ref: string,
  refund: Pick<RefundRow, 'id' | 'amount'>,
): Promise<Payment | 'unavailable' | 'refused'> {
  try {
    return await provider.refund(ref, { refundId: refund.id, amount: refund.amount })
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'unavailable'
    if (error instanceof PaymentDeclined) return 'refused'
    throw error
  }
}
