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
 * Begins the payment of an order at the provider, or goes on with the one begun: pays it with the method given where
 * the page hands one to us, and with `confirm` asks how it stands. Of an order that is paid it only says so.
 * @throws AppError NotFound, Conflict for an order that is over, PaymentDeclined with the reason, Unavailable when the
 * provider does not answer (nothing is charged then), InvalidInput on `payment_method`, and what `refuseUnlessMayBuy`
 * throws.
 */
export async function payOrder(
  services: BillingServices,
  personId: string,
  wish: { orderId: string; method: string | null; confirm: boolean },
): Promise<PayResult> {
  const order = await loadOwnOrder(services.database, personId, wish.orderId)
  const provider = providerOf(services, order)
  if (order.paidAt !== null && order.state !== 'review') return paid(order, null)
  if (!isOpen(order.state)) throw new AppError('Conflict', null, 'orderOver')
  await services.database.transaction((tx) => assertPayable(services, tx, order))
  const { id: orderId, amount, currency } = order
  const payment = await callProvider(services, order, () => provider.createPayment({ orderId, amount, currency }))
  const begun = await changeOrder(services, order.id, (held) => savePaymentStarted(held, payment))
  if (!begun?.result) throw new AppError('Conflict', null, 'orderOver')
  const after = await callProvider(services, order, () => continuePayment(provider, payment, wish))
  const told = await changeOrder(services, order.id, async (held) => {
    await applyPaymentUpdate(held, after, services.log)
    if (after.settlesAt && isOpen(held.order.state)) held.order.nextCheckAt = after.settlesAt
  })
  if (after.status === 'declined') throw new AppError('PaymentDeclined', { reason: after.declineReason ?? 'declined' })
  return paid(told?.order ?? order, after)
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

/** The provider that an order was made for. @throws AppError NotAllowed when it is not the one in use any more. */
function providerOf(services: BillingServices, order: Order): PaymentProvider {
  if (services.payments?.kind === order.provider) return services.payments
  throw new AppError('NotAllowed', { reason: 'payments_off' }, 'paymentsOff')
}

async function assertPayable(services: BillingServices, tx: Transaction, order: Order): Promise<void> {
  const person = await lockPersonRow(tx, order.personId)
  if (!person) throw new AppError('NotSignedIn')
  await assertCanBuy(tx, person, order, services.clock.now(), order.id)
}

/** Whether the order can still be paid: a cancellation may have been faster. */
async function savePaymentStarted(held: LockedOrder, payment: Payment): Promise<boolean> {
  const { order, now } = held
  if (!isOpen(order.state)) return order.paidAt !== null
  if (order.paymentRef !== null) return order.paymentRef === payment.ref
  // Once more under the lock: another order may have begun at the same moment, and both together be too much.
  if (held.person) await assertCanBuy(held.tx, held.person, order, now, order.id)
  order.paymentRef = payment.ref
  order.begunAt = now
  order.expiresAt = new Date(now.getTime() + PAYMENT_LIFETIME_MS)
  order.nextCheckAt = new Date(now.getTime() + FIRST_CHECK_DELAY_MS[0])
  return held.happen('begun')
}

async function continuePayment(
  provider: PaymentProvider,
  payment: Payment,
  wish: { method: string | null; confirm: boolean },
): Promise<Payment> {
  if (provider.pay && (wish.method !== null || wish.confirm))
    return provider.pay(payment.ref, { method: wish.method, confirm: wish.confirm })
  return wish.confirm ? provider.retrieve(payment.ref) : payment
}

async function callProvider(services: BillingServices, order: Order, ask: () => Promise<Payment>): Promise<Payment> {
  try {
    return await ask()
  } catch (error) {
    const isAway = error instanceof ProviderUnavailable
    if (!isAway && !(error instanceof PaymentDeclined)) throw error
    // Where the page hands the method to us, it is that which is refused; else something of ours, such as the price.
    if (!isAway && services.payments?.pay) throw invalidInput('payment_method')
    services.log.warn({ orderId: order.id, reason: error.message }, 'the payment provider did not take a payment on')
    throw new AppError('Unavailable', { retry_after: 5 }, 'paymentUnavailable')
  }
}
