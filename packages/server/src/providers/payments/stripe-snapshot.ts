import type Stripe from 'stripe'
import type { Dispute, PaymentSnapshot } from '../../modules/billing/module.ts'

/** The parts of an event that we read; its object is one of four, distinguished by `type`. */
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

/** A payment from its intent; the parts of the charge and of its refunds only if Stripe was asked to expand them. */
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
    ...refundsOf(charge?.amount_refunded ?? 0, charge?.refunds?.data ?? []),
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
    failedRefunds: [],
    dispute: 'none',
  }
}

const isFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled'

/** The total of a payment's refunds and those that failed; a charge's own total leaves out the failed ones. */
export function refundsOf(
  amountRefunded: number,
  refunds: readonly Stripe.Refund[],
): Pick<PaymentSnapshot, 'refundedAmount' | 'failedRefunds'> {
  const total = refunds.reduce((sum, { amount }) => sum + amount, 0)
  return {
    refundedAmount: Math.max(amountRefunded, total),
    failedRefunds: refunds.filter(isFailed).map((refund) => ({
      id: refund.id,
      refundId: refund.metadata?.refund_id ?? null,
      amount: refund.amount,
    })),
  }
}

/** A refund matters once it has failed: until then, the events of its charge tell of it. */
function snapshotOfRefund(refund: Stripe.Refund): PaymentSnapshot | null {
  if (!isFailed(refund)) return null
  return {
    ref: idOf(refund.payment_intent),
    orderId: null,
    amount: null,
    currency: null,
    status: 'succeeded',
    lastFour: null,
    ...refundsOf(0, [refund]),
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
    failedRefunds: [],
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
  if (object.object === 'refund' && /^(refund\.(updated|failed)|charge\.refund\.updated)$/.test(type))
    return snapshotOfRefund(object as Stripe.Refund)
  return null
}
