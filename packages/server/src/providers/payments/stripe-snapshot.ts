import type Stripe from 'stripe'
import type { Dispute, PaymentSnapshot } from '../../modules/billing/module.ts'

/** The parts of an event that we read; its object is one of three, distinguished by `type`. */
export interface StripeEvent {
  id: string
  type: string
  data: { object: { object: string } }
}

const STATUS_BY_INTENT: Partial<Record<Stripe.PaymentIntent.Status, PaymentSnapshot['status']>> = {
  requires_action: 'needs_confirmation',
  requires_capture: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
}

const idOf = (link: string | { id: string } | null | undefined) =>
  typeof link === 'string' ? link : (link?.id ?? null)

/** A payment from its intent; the charge's part only if Stripe was asked to expand it. */
export function snapshotOfIntent(intent: Stripe.PaymentIntent): PaymentSnapshot {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const status = STATUS_BY_INTENT[intent.status] ?? (intent.last_payment_error ? 'declined' : 'open')
  return {
    ref: intent.id,
    orderId: intent.metadata.order_id ?? null,
    amount: status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    status,
    lastFour: charge?.payment_method_details?.card?.last4 ?? null,
    refundedAmount: charge?.amount_refunded ?? 0,
    dispute: 'none',
  }
}

/** A charge reports a received payment and its refunded amount. */
function snapshotOfCharge(charge: Stripe.Charge): PaymentSnapshot | null {
  if (!charge.paid || charge.status !== 'succeeded' || !charge.captured) return null
  return {
    ref: idOf(charge.payment_intent),
    orderId: charge.metadata.order_id ?? null,
    amount: charge.amount_captured,
    currency: charge.currency.toUpperCase(),
    status: 'succeeded',
    lastFour: charge.payment_method_details?.card?.last4 ?? null,
    refundedAmount: charge.amount_refunded,
    dispute: 'none',
  }
}

/** A dispute concerns a received payment; the disputed amount is not the paid amount. */
function snapshotOfDispute(dispute: Stripe.Dispute): PaymentSnapshot {
  return {
    ref: idOf(dispute.payment_intent),
    orderId: null,
    amount: null,
    currency: null,
    status: 'succeeded',
    lastFour: null,
    refundedAmount: 0,
    dispute: disputeStatus([dispute.status]),
  }
}

/** Inquiries (`warning_…`) withhold no money and do not count as disputes. */
export function disputeStatus(statuses: readonly string[]): Dispute {
  if (statuses.includes('lost')) return 'lost'
  if (statuses.includes('needs_response') || statuses.includes('under_review')) return 'open'
  return statuses.includes('won') ? 'won' : 'none'
}

/** The payment snapshot of an event; null for the many events that do not concern us. */
export function snapshotOfEvent({ type, data }: StripeEvent): PaymentSnapshot | null {
  const { object } = data
  // The casts rely on Stripe's own type field of an object.
  if (object.object === 'payment_intent' && type.startsWith('payment_intent.'))
    return snapshotOfIntent(object as Stripe.PaymentIntent)
  if (object.object === 'charge' && /^charge\.(succeeded|updated|refunded)$/.test(type))
    return snapshotOfCharge(object as Stripe.Charge)
  if (object.object === 'dispute' && type.startsWith('charge.dispute.'))
    return snapshotOfDispute(object as Stripe.Dispute)
  return null
}
