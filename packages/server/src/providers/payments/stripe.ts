import Stripe from 'stripe'
import type { Payment, PaymentEvent, PaymentProvider } from '../../domains/billing/payment-provider.ts'
import { BadSignature, PaymentAway, PaymentRefused } from '../../domains/billing/payment-provider.ts'
import { disputeOf, factsOfEvent, factsOfIntent, type StripeEvent } from './stripe-facts.ts'
import { isStripeSignature } from './stripe-signature.ts'

export interface StripeSettings {
  secretKey: string
  webhookSecrets: readonly string[]
  /** Null: Stripe's own. */
  apiBase: string | null
}

const TIMEOUT_MS = 15_000

/**
 * Card payments by Stripe's Payment Intents, one for an order: the page pays with the client secret, webhooks say what
 * was paid, and every call can be repeated. Stripe is told the order's id and the price, and nothing about the person.
 */
export function createStripePayments(settings: StripeSettings): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, { ...hostOf(settings.apiBase), timeout: TIMEOUT_MS, telemetry: false })
  const look = async (ref: string): Promise<Payment> => {
    const intent = await stripe.paymentIntents.retrieve(ref, { expand: ['latest_charge'] })
    const facts = factsOfIntent(intent)
    const isDisputed = typeof intent.latest_charge === 'object' && intent.latest_charge?.disputed === true
    const disputes = isDisputed ? await stripe.disputes.list({ payment_intent: ref, limit: 10 }) : null
    return {
      ...facts,
      ref: intent.id,
      dispute: disputeOf(disputes?.data.map((dispute) => dispute.status) ?? []),
      clientSecret: intent.client_secret,
      declineReason: intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null,
      settlesAt: null,
    }
  }
  return {
    kind: 'stripe',
    begin: ({ orderId, amount, currency }) =>
      asked(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount,
            currency: currency.toLowerCase(),
            automatic_payment_methods: { enabled: true },
            metadata: { order_id: orderId },
          },
          { idempotencyKey: `order:${orderId}:1` },
        )
        // A repeated call gives the answer of the first, which may be long past.
        return look(intent.id)
      }),
    pay: null,
    look: (ref) => asked(() => look(ref)),
    cancel: (ref) =>
      asked(async () => {
        try {
          await stripe.paymentIntents.cancel(ref)
        } catch (error) {
          // It went through, or is canceled already: how it stands says so.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        }
        return look(ref)
      }),
    refund: (ref, { refundId, amount }) =>
      asked(async () => {
        // Stripe forgets idempotency keys after a day; what it wrote down stays.
        const { data } = await stripe.refunds.list({ payment_intent: ref, limit: 100 })
        if (data.some((refund) => refund.metadata?.refund_id === refundId)) return look(ref)
        await stripe.refunds.create(
          { payment_intent: ref, amount, metadata: { refund_id: refundId } },
          { idempotencyKey: `refund:${refundId}` },
        )
        return look(ref)
      }),
    readEvent: (payload, signature, now) => {
      if (!isStripeSignature(payload, signature, settings.webhookSecrets, now)) throw new BadSignature()
      return readStripeEvent(payload)
    },
  }
}

function readStripeEvent(payload: Uint8Array): PaymentEvent {
  const event = JSON.parse(Buffer.from(payload).toString('utf8')) as StripeEvent // signed by Stripe
  return { id: event.id, facts: factsOfEvent(event) }
}

/** Without words of Stripe's: they may name cards. What can be asked again is `PaymentAway`, the rest `PaymentRefused`. */
async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    // 409: the same call is under way.
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409)
      throw new PaymentRefused(error.code ?? 'refused')
    if (error instanceof Stripe.errors.StripeError) throw new PaymentAway(error.code ?? error.type)
    throw error
  }
}

function hostOf(apiBase: string | null): { host?: string; port?: number; protocol?: 'http' | 'https' } {
  if (apiBase === null) return {}
  const { hostname, port, protocol } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return { host: hostname, port: Number(port) || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' }
}
