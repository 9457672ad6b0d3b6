import type { Dispute } from './order.ts'

/** The state of a payment as the provider reports it. */
export interface PaymentSnapshot {
  /** The provider's id of the payment; null when not given. */
  ref: string | null
  /** The order it was started for, as given to the provider. */
  orderId: string | null
  /** What was or would be charged, in minor units; null when this message does not say. */
  amount: number | null
  currency: string | null
  status: 'open' | 'needs_confirmation' | 'processing' | 'declined' | 'succeeded' | 'canceled'
  lastFour: string | null
  /** At least this much was refunded so far, failed refunds included; from `retrieve` it is the exact total. */
  refundedAmount: number
  /** Refunds that the provider accepted and that failed later, as far as this message tells. */
  failedRefunds: FailedRefund[]
  dispute: Dispute
}

/** A refund whose money came back from the buyer's bank, or that was cancelled. */
export interface FailedRefund {
  /** The provider's id. */
  id: string
  /** Our id of the refund, as given to `refund`; null when it was made elsewhere. */
  refundId: string | null
  amount: number
}

export interface Payment extends PaymentSnapshot {
  ref: string
  /** The secret the page pays with; null where the page does not talk to the provider. */
  clientSecret: string | null
  /** Why the card was declined, a code from the provider's list. */
  declineReason: string | null
  /** When another query will give a newer state. */
  settlesAt: Date | null
}

/** A signed webhook event; `snapshot` is null for one that does not concern us. */
export interface PaymentEvent {
  id: string
  snapshot: PaymentSnapshot | null
}

/** The provider cannot be reached at the moment: the outcome is unknown, and every call may be retried. */
export class ProviderUnavailable extends Error {}

/** The provider rejects the request permanently. */
export class PaymentDeclined extends Error {}

/** The webhook message is not signed by the provider, or is too old. */
export class BadSignature extends Error {}

/** A payment provider. Every call may throw `ProviderUnavailable` and can then be retried without a second effect. */
export interface PaymentProvider {
  readonly kind: 'stripe' | 'sandbox'
  /** Starts the payment of an order, or finds the existing one: there is only ever one per order. */
  createPayment(order: { orderId: string; amount: number; currency: string }): Promise<Payment>
  /**
   * Pays with a method that the page gave us; null where the page talks to the provider itself. An unknown method
   * throws `PaymentDeclined`.
   */
  pay: ((ref: string, payment: { method: string | null; confirm: boolean }) => Promise<Payment>) | null
  /** The current state of a payment. */
  retrieve(ref: string): Promise<Payment>
  /** Cancels a payment that has not succeeded; returns its state afterwards, which may be `succeeded`. */
  cancel(ref: string): Promise<Payment>
  /** Refunds once per `refundId`. @throws PaymentDeclined when that is impossible. */
  refund(ref: string, refund: { refundId: string; amount: number }): Promise<Payment>
  /** Verifies and parses a signed message. @throws BadSignature. */
  parseWebhook(payload: Uint8Array, signature: string, now: Date): PaymentEvent
}
