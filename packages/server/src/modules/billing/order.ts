import type { OrderState } from './order-machine.ts'

/** A product as it was when an order was made of it. */
export interface BoughtProduct {
  id: string
  kind: 'membership' | 'coins' | 'messages'
  /** By language; English is always there. */
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
  refundedAmount: number
  dispute: Dispute
  refundUnits: number
  takenUnits: number
  shortUnits: number
  memberFrom: number | null
  memberUntil: number | null
  userRev: number
  nextCheckAt: Date | null
  createdAt: Date
  begunAt: Date | null
  expiresAt: Date | null
  paidAt: Date | null
  givenAt: Date | null
  /** Asked for, and not yet taken on by the provider; in minor units. */
  pendingRefund: number
  /** All that was asked for here and not refused; what is given back beyond it was given back by hand. */
  ownRefund: number
}

export const DAY_SECONDS = 86_400

/** How much an order brings: coins, messages, or seconds of membership. */
export function totalUnits({ product }: Pick<Order, 'product'>): number {
  return product.coin_num ?? product.message_num ?? (product.period_days ?? 0) * DAY_SECONDS
}

/** The asset of the ledger that an order brings; null for a membership. */
export function assetOf({ product }: Pick<Order, 'product'>): 'coin' | 'message' | null {
  if (product.kind === 'membership') return null
  return product.kind === 'coins' ? 'coin' : 'message'
}
