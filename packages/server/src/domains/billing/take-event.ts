import { AppError, invalidInput } from '../../platform/app-error.ts'
import { applyFacts } from './apply-facts.ts'
import { changeOrder } from './change-order.ts'
import { insertPaymentEvent } from './event-store.ts'
import { findOrder, findOrderByPayment } from './order-store.ts'
import { BadSignature, type PaymentEvent, type PaymentFacts } from './payment-provider.ts'
import type { BillingServices } from './services.ts'

/**
 * Takes what the provider sends by itself: verified over the raw body, once for each event. Returns when its effect is
 * stored, or when it is about nothing of ours; anything else makes the provider send it again.
 * @throws AppError InvalidInput for a signature that is bad or not from now (PAY-04).
 */
export async function takeEvent(
  services: BillingServices,
  message: { payload: Uint8Array; signature: string },
): Promise<void> {
  const { payments } = services
  if (!payments) throw new AppError('NotFound')
  const { id, facts } = readEvent(services, message)
  const orderId = facts && (await orderIdOf(services, facts))
  if (!facts || orderId === null) return
  await changeOrder(services, orderId, async (held) => {
    if (await insertPaymentEvent(held.tx, payments.kind, id, held.now)) await applyFacts(held, facts, services.log)
  })
}

function readEvent(services: BillingServices, message: { payload: Uint8Array; signature: string }): PaymentEvent {
  try {
    if (!services.payments) throw new BadSignature()
    return services.payments.readEvent(message.payload, message.signature, services.clock.now())
  } catch (error) {
    if (error instanceof BadSignature) throw invalidInput('', 'the signature is not valid')
    throw error
  }
}

/** The order that was begun with this payment; else the one that the payment names, which is then compared with it. */
async function orderIdOf(services: BillingServices, facts: PaymentFacts): Promise<string | null> {
  const byPayment = facts.ref === null ? null : await findOrderByPayment(services.database, facts.ref)
  if (byPayment) return byPayment.id
  const named = facts.orderId === null ? null : await findOrder(services.database, facts.orderId)
  return named?.provider === services.payments?.kind ? (named?.id ?? null) : null
}
