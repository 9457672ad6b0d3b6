import { AppError, invalidInput } from '../../platform/app-error.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { applyPaymentUpdate } from './apply-payment-update.ts'
import { changeOrder } from './change-order.ts'
import { deletePaymentEventsBefore, findOrder, findOrderByPayment, insertPaymentEvent } from './order-store.ts'
import { BadSignature, type PaymentEvent, type PaymentSnapshot } from './payment-provider.ts'
import type { BillingServices } from './services.ts'

/**
 * Handles a webhook of the provider: verifies the signature over the raw body and processes each event once. Returns
 * when its effect is stored, or when it does not concern us; any other outcome makes the provider resend it.
 * @throws AppError InvalidInput for a signature that is invalid or too old (PAY-04).
 */
export async function handleWebhook(
  services: BillingServices,
  message: { payload: Uint8Array; signature: string },
): Promise<void> {
  const { payments } = services
  if (!payments) throw new AppError('NotFound')
  const { id, snapshot } = parseEvent(services, message)
  const orderId = snapshot && (await orderIdOf(services, snapshot))
  if (!snapshot || orderId === null) return
  await changeOrder(services, orderId, async (locked) => {
    if (await insertPaymentEvent(locked.tx, { provider: payments.kind, id, orderId, now: locked.now }))
      await applyPaymentUpdate(locked, snapshot, services.log)
  })
}

function parseEvent(services: BillingServices, message: { payload: Uint8Array; signature: string }): PaymentEvent {
  try {
    if (!services.payments) throw new BadSignature()
    return services.payments.parseWebhook(message.payload, message.signature, services.clock.now())
  } catch (error) {
    if (error instanceof BadSignature) throw invalidInput('', 'the signature is not valid')
    throw error
  }
}

/**
 * The order that this payment was started for; otherwise the order named in the payment, which is then compared with
 * it.
 */
async function orderIdOf(services: BillingServices, snapshot: PaymentSnapshot): Promise<string | null> {
  const byPayment = snapshot.ref === null ? null : await findOrderByPayment(services.database, snapshot.ref)
  if (byPayment) return byPayment.id
  const named = snapshot.orderId === null ? null : await findOrder(services.database, snapshot.orderId)
  return named?.provider === services.payments?.kind ? (named?.id ?? null) : null
}

const WEBHOOK_EVENT_RETENTION_MS = 90 * DAY_MS

/** Deletes webhook events that are no longer resent. Run as a recurring job. */
export async function purgeWebhookEvents(services: Pick<BillingServices, 'database' | 'clock'>): Promise<void> {
  await deletePaymentEventsBefore(
    services.database,
    new Date(services.clock.now().getTime() - WEBHOOK_EVENT_RETENTION_MS),
  )
}
