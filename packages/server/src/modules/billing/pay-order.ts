import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { lockPersonRow } from '../accounts/module.ts'
import { applyPaymentUpdate } from './apply-payment-update.ts'
import { changeOrder, type LockedOrder } from './change-order.ts'
import type { Order } from './order.ts'
import { isOpen } from './order-machine.ts'
import { loadOwnOrder } from './orders.ts'
import { type Payment, PaymentDeclined, type PaymentProvider, ProviderUnavailable } from './payment-provider.ts'
import { assertCanBuy } from './purchase-policy.ts'
import { FIRST_CHECK_DELAY_MS, PAYMENT_LIFETIME_MS } from './rules.ts'
import type { BillingServices } from './services.ts'

export interface PayResult {
  order: Order
  provider: PaymentProvider['kind']
  clientSecret: string | null
  needsConfirmation: boolean
}

/**
 * Starts the payment of an order at the provider, or continues the existing one. Pays with the given method where the
 * page hands one to us; with `confirm` asks for the current state. For a paid order it only returns the order.
 * @throws AppError NotFound, Conflict for an order that is over, PaymentDeclined with the reason, Unavailable when the
 * provider does not answer (nothing is charged then), InvalidInput on `payment_method`, and what `assertCanBuy` throws.
 */
export async function payOrder(
  services: BillingServices,
  personId: string,
  request: { orderId: string; method: string | null; confirm: boolean },
): Promise<PayResult> {
  const order = await loadOwnOrder(services.database, personId, request.orderId)
  const provider = providerOf(services, order)
  if (order.paidAt !== null && order.state !== 'review') return paid(order, null)
  if (!isOpen(order.state)) throw new AppError('Conflict', null, 'orderOver')
  await services.database.transaction((tx) => assertPayable(services, tx, order))
  const { id: orderId, amount, currency } = order
  const payment = await callProvider(services, order, () => provider.createPayment({ orderId, amount, currency }))
  const begun = await changeOrder(services, order.id, (locked) => savePaymentStarted(locked, payment))
  if (!begun?.result) throw new AppError('Conflict', null, 'orderOver')
  const after = await callProvider(services, order, () => continuePayment(provider, payment, request))
  const updated = await changeOrder(services, order.id, async (locked) => {
    await applyPaymentUpdate(locked, after, services.log)
    if (after.settlesAt && isOpen(locked.order.state)) locked.order.nextCheckAt = after.settlesAt
  })
  if (after.status === 'declined') throw new AppError('PaymentDeclined', { reason: after.declineReason ?? 'declined' })
  return paid(updated?.order ?? order, after)
}

function paid(order: Order, payment: Payment | null): PayResult {
  const isDone = order.paidAt !== null
  return {
    order,
    provider: order.provider,
    clientSecret: isDone ? null : (payment?.clientSecret ?? null),
    needsConfirmation: !isDone && payment?.status === 'needs_confirmation',
  }
}

/** The provider that an order was created for. @throws AppError NotAllowed when it is no longer the configured one. */
function providerOf(services: BillingServices, order: Order): PaymentProvider {
  if (services.payments?.kind === order.provider) return services.payments
  throw new AppError('NotAllowed', { reason: 'payments_off' }, 'paymentsOff')
}

async function assertPayable(services: BillingServices, tx: Transaction, order: Order): Promise<void> {
  const person = await lockPersonRow(tx, order.personId)
  if (!person) throw new AppError('NotSignedIn')
  await assertCanBuy(tx, person, order, services.clock.now(), order.id)
}

/** Returns false when the order can no longer be paid, because a cancellation was faster. */
async function savePaymentStarted(locked: LockedOrder, payment: Payment): Promise<boolean> {
  const { order, now } = locked
  if (!isOpen(order.state)) return order.paidAt !== null
  if (order.paymentRef !== null) return order.paymentRef === payment.ref
  // Again under the lock: another order may have started at the same moment, and both together may exceed the cap.
  if (locked.person) await assertCanBuy(locked.tx, locked.person, order, now, order.id)
  order.paymentRef = payment.ref
  order.begunAt = now
  order.expiresAt = new Date(now.getTime() + PAYMENT_LIFETIME_MS)
  order.nextCheckAt = new Date(now.getTime() + FIRST_CHECK_DELAY_MS[0])
  return locked.transition('begun')
}

async function continuePayment(
  provider: PaymentProvider,
  payment: Payment,
  request: { method: string | null; confirm: boolean },
): Promise<Payment> {
  if (provider.pay && (request.method !== null || request.confirm))
    return provider.pay(payment.ref, { method: request.method, confirm: request.confirm })
  return request.confirm ? provider.retrieve(payment.ref) : payment
}

async function callProvider(services: BillingServices, order: Order, ask: () => Promise<Payment>): Promise<Payment> {
  try {
    return await ask()
  } catch (error) {
    const isUnavailable = error instanceof ProviderUnavailable
    if (!isUnavailable && !(error instanceof PaymentDeclined)) throw error
    // Where the page hands the method to us, the method was rejected; otherwise something of ours, such as the price.
    if (!isUnavailable && services.payments?.pay) throw invalidInput('payment_method')
    services.log.warn({ orderId: order.id, reason: error.message }, 'the payment provider rejected a payment')
    throw new AppError('Unavailable', { retry_after: 5 }, 'paymentUnavailable')
  }
}
