import Stripe from 'stripe'
import {
  BadSignature,
  type Payment,
  PaymentDeclined,
  type PaymentEvent,
  type PaymentProvider,
  ProviderUnavailable,
} from '../../modules/billing/module.ts'
import { disputeStatus, refundsOf, type StripeEvent, snapshotOfEvent, snapshotOfIntent } from './stripe-snapshot.ts'

export interface StripeSettings {
  secretKey: string
  webhookSecrets: readonly string[]
  /** Null: Stripe's own. */
  apiBase: string | null
}

const TIMEOUT_MS = 15_000

/**
 * Card payments with Stripe's Payment Intents, one per order: the page pays with the client secret, webhooks report
 * payments, and every call can be retried. Stripe gets the order's id and the price, and nothing about the person.
 */
export function createStripePayments(settings: StripeSettings): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, { ...hostOf(settings.apiBase), timeout: TIMEOUT_MS, telemetry: false })
  const retrieve = async (ref: string): Promise<Payment> => {
    const intent = await stripe.paymentIntents.retrieve(ref, { expand: ['latest_charge.refunds'] })
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
    const hasMore = charge?.refunds?.has_more === true // an expanded list holds ten
    const refunds = hasMore ? await stripe.refunds.list({ payment_intent: ref, limit: 100 }) : null
    const isDisputed = charge?.disputed === true
    const disputes = isDisputed ? await stripe.disputes.list({ payment_intent: ref, limit: 10 }) : null
    return {
      ...snapshotOfIntent(intent),
      ...(refunds ? refundsOf(charge?.amount_refunded ?? 0, refunds.data) : {}),
      ref: intent.id,
      dispute: disputeStatus(disputes?.data.map((dispute) => dispute.status) ?? []),
      clientSecret: intent.client_secret,
      declineReason: intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null,
      settlesAt: null,
    }
  }
  return {
    kind: 'stripe',
    createPayment: ({ orderId, amount, currency }) =>
      withStripeErrors(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount,
            currency: currency.toLowerCase(),
            automatic_payment_methods: { enabled: true },
            metadata: { order_id: orderId },
          },
          { idempotencyKey: `order:${orderId}:1` },
        )
        // A repeated call returns the first answer, which may be outdated.
        return retrieve(intent.id)
      }),
    pay: null,
    retrieve: (ref) => withStripeErrors(() => retrieve(ref)),
    cancel: (ref) =>
      withStripeErrors(async () => {
        try {
          await stripe.paymentIntents.cancel(ref)
        } catch (error) {
          // It succeeded or is already canceled: its current state tells.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        }
        return retrieve(ref)
      }),
    refund: (ref, { refundId, amount }) =>
      withStripeErrors(async () => {
        // Stripe forgets idempotency keys after a day; its list of refunds stays.
        const { data } = await stripe.refunds.list({ payment_intent: ref, limit: 100 })
        if (data.some((refund) => refund.metadata?.refund_id === refundId)) return retrieve(ref)
        await stripe.refunds.create(
          { payment_intent: ref, amount, metadata: { refund_id: refundId } },
          { idempotencyKey: `refund:${refundId}` },
        )
        return retrieve(ref)
      }),
    parseWebhook: (payload, signature, now) => {
      if (!isStripeSignature(payload, signature, settings.webhookSecrets, now)) throw new BadSignature()
      return parseStripeEvent(payload)
    },
  }
}

function parseStripeEvent(payload: Uint8Array): PaymentEvent {
  const event = JSON.parse(Buffer.from(payload).toString('utf8')) as StripeEvent // signed by Stripe
  return { id: event.id, snapshot: snapshotOfEvent(event) }
}

/**
 * Errors without Stripe's messages, which may name cards. Retryable ones become `ProviderUnavailable`, the rest
 * `PaymentDeclined`.
 */
async function withStripeErrors<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    // 409: the same call is already running.
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409)
      throw new PaymentDeclined(error.code ?? 'refused')
    if (error instanceof Stripe.errors.StripeError) throw new ProviderUnavailable(error.code ?? error.type)
    throw error
  }
}

function hostOf(apiBase: string | null): { host?: string; port?: number; protocol?: 'http' | 'https' } {
  if (apiBase === null) return {}
  const { hostname, port, protocol } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return { host: hostname, port: Number(port) || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' }
}

const TOLERANCE_SECONDS = 300

/**
 * Whether Stripe signed the raw body with one of the secrets (two during a rotation), within five minutes of `now`.
 * Stripe's library checks the signature and the age; it accepts a time in the future, so that is rejected here
 * (PAY-04).
 */
export function isStripeSignature(payload: Uint8Array, header: string, secrets: readonly string[], now: Date): boolean {
  const sentAt = Number(/(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? Number.NaN)
  if (!(sentAt - now.getTime() / 1000 <= TOLERANCE_SECONDS)) return false
  return secrets.some((secret) => {
    try {
      Stripe.webhooks.constructEvent(Buffer.from(payload), header, secret, TOLERANCE_SECONDS, undefined, now.getTime())
      return true
    } catch {
      return false
    }
  })
}
