import type { OrderState } from './order-machine.ts'

/** A product as it was when it was ordered. */
export interface BoughtProduct {
  id: string
  kind: 'membership' | 'coins' | 'messages'
  /** By language; always contains English. */
  name: Record<string, string>
  badge: Record<string, string> | null
  period_days: number | null
  coin_num: number | null
  message_num: number | null
}

export type Dispute = 'none' | 'open' | 'won' | 'lost'

export interface Order {
  id: string
  /** A pseudonym once the person is erased. */
  personId: string
  isErased: boolean
  product: BoughtProduct
  /** In minor units. */
  amount: number
  currency: string
  state: OrderState
  provider: 'stripe' | 'sandbox'
  paymentRef: string | null
  lastFour: string | null
  /** What was received if that differs from amount or currency, so that an operator had to decide; null otherwise. */
  receivedAmount: number | null
  receivedCurrency: string | null
  /** What the provider has refunded so far, in minor units, without refunds that failed. */
  refundedAmount: number
  /** What operators have paid the buyer outside of the provider, after refunds that failed; in minor units. */
  paidOutside: number
  dispute: Dispute
  /** Units of the refunds that were requested here, were not rejected and did not fail. */
  refundUnits: number
  /** Units that were revoked from the person. */
  takenUnits: number
  /** Units that a chargeback found already spent. */
  owedUnits: number
  /** Start and end of the membership, in seconds since 1970; null for other products. */
  memberFrom: number | null
  memberUntil: number | null
  userRev: number
  /** When the provider is asked next; null when nothing is due. */
  nextCheckAt: Date | null
  createdAt: Date
  /** When the payment was started. */
  begunAt: Date | null
  expiresAt: Date | null
  paidAt: Date | null
  /** When the contents were delivered. */
  givenAt: Date | null
  /** Requested and not yet accepted by the provider; in minor units. */
  pendingRefund: number
  /** All refunds requested here that were not rejected and did not fail; any refunded amount beyond it was refunded manually. */
  ownRefund: number
}

/** What was received for an order that is paid. Its refunds are in the same currency. */
export function receivedOf({ amount, currency, receivedAmount, receivedCurrency }: Order): {
  amount: number
  currency: string
} {
  return { amount: receivedAmount ?? amount, currency: receivedCurrency ?? currency }
}

/** What the buyer has got back, through the provider or outside of it; in minor units. */
export function returnedAmount({ refundedAmount, paidOutside }: Pick<Order, 'refundedAmount' | 'paidOutside'>): number {
  return refundedAmount + paidOutside
}

/** What is left to refund of what was received, in minor units, without what is already requested. */
export function refundableAmount(order: Order): number {
  return Math.max(0, receivedOf(order).amount - returnedAmount(order) - order.pendingRefund)
}

export const DAY_SECONDS = 86_400

/** The contents of an order in units: coins, messages, or seconds of membership. */
export function totalUnits({ product }: Pick<Order, 'product'>): number {
  return product.coin_num ?? product.message_num ?? (product.period_days ?? 0) * DAY_SECONDS
}

/** The ledger asset of an order; null for a membership. */
export function assetOf({ product }: Pick<Order, 'product'>): 'coin' | 'message' | null {
  if (product.kind === 'membership') return null
  return product.kind === 'coins' ? 'coin' : 'message'
}
