import type { Dispute } from './order.ts'

/** What a provider tells of a payment. */
export interface PaymentSnapshot {
  /** The provider's own id of the payment; null where it did not say. */
  ref: string | null
  /** The order that it was begun for, as the provider was told. */
  orderId: string | null
  /** What was or would be taken, in minor units; null where this telling does not say. */
  amount: number | null
  currency: string | null
  status: 'open' | 'needs_confirmation' | 'processing' | 'declined' | 'succeeded' | 'canceled'
  lastFour: string | null
  /** All that has been given back so far. */
  refundedAmount: number
  dispute: Dispute
}

export interface Payment extends PaymentSnapshot {
  ref: string
  /** With which the page pays; null where the page does not talk to the provider. */
  clientSecret: string | null
  /** Why the card was declined, in a word of the provider's list. */
  declineReason: string | null
  /** When asking again will tell more. */
  settlesAt: Date | null
}

/** A signed telling; `facts` is null for one that is about nothing of ours. */
export interface PaymentEvent {
  id: string
  facts: PaymentSnapshot | null
}

/** The provider does not answer, or not now: nothing is known, everything may be asked again. */
export class ProviderUnavailable extends Error {}

/** The provider says no, and will not say yes later. */
export class PaymentDeclined extends Error {}

/** The message that came is not the provider's, or not from now. */
export class BadSignature extends Error {}

/**
 * Whoever takes the money. Every call may throw `ProviderUnavailable`; then it can be made again without a second effect.
 */
export interface PaymentProvider {
  readonly kind: 'stripe' | 'sandbox'
  /** Begins the payment of an order, or finds the one begun: there is one for an order, ever. */
  createPayment(order: { orderId: string; amount: number; currency: string }): Promise<Payment>
  /**
   * Pays with a method that the page gave us; only where the page does not talk to the provider itself, else null. An
   * unknown method throws `PaymentDeclined`.
   */
  pay: ((ref: string, payment: { method: string | null; confirm: boolean }) => Promise<Payment>) | null
  /** How a payment stands. */
  retrieve(ref: string): Promise<Payment>
  /** Ends a payment that is not through; gives how it stands afterwards, which may be `succeeded`. */
  cancel(ref: string): Promise<Payment>
  /** Gives money back, once for each `refundId`. @throws PaymentDeclined when that can not be. */
  refund(ref: string, refund: { refundId: string; amount: number }): Promise<Payment>
  /** Reads a signed message. @throws BadSignature. */
  parseWebhook(payload: Uint8Array, signature: string, now: Date): PaymentEvent
}
