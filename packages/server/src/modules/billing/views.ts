import type { Locale } from '@everkin/contract/locales.ts'
import type { OrderStatus, Order as WireOrder, Product as WireProduct } from '@everkin/contract/types.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { type BoughtProduct, type Order, receivedOf, returnedAmount } from './order.ts'
import { isOpen, isRefundable, type OrderState } from './order-machine.ts'

/** The wire status of each order state; the details are in fields of their own. */
const ORDER_STATUS: Record<OrderState, OrderStatus> = {
  created: 'created',
  awaiting_payment: 'awaiting_payment',
  processing: 'processing',
  paid: 'paid',
  fulfilled: 'fulfilled',
  partly_refunded: 'fulfilled',
  refunded: 'refunded',
  disputed: 'disputed',
  dispute_won: 'fulfilled',
  dispute_lost: 'disputed',
  failed: 'failed',
  canceled: 'canceled',
  expired: 'expired',
  review: 'processing',
}

/** The texts of a product in a language, or in English. */
const wordsIn = (words: Record<string, string>, locale: Locale) => words[locale] ?? words.en ?? ''

export function productView(
  product: BoughtProduct & { amount: number; currency: string },
  locale: Locale,
): WireProduct {
  return {
    id: product.id,
    kind: product.kind,
    name: wordsIn(product.name, locale),
    amount: product.amount,
    currency: product.currency,
    period_days: product.period_days,
    coin_num: product.coin_num,
    message_num: product.message_num,
    badge: product.badge && wordsIn(product.badge, locale),
  }
}

/** Until when the unspent part can be refunded on request; null when it is too late or was never possible. */
export function refundableUntil(order: Order, refundDays: number, now: Date): Date | null {
  if (!isRefundable(order.state) || order.paidAt === null || returnedAmount(order) >= receivedOf(order).amount)
    return null
  const until = new Date(order.paidAt.getTime() + refundDays * DAY_MS)
  return until.getTime() > now.getTime() ? until : null
}

/** An order as its owner sees it. */
export function orderView(order: Order, reader: { locale: Locale; refundDays: number; now: Date }): WireOrder {
  const { amount, currency } = order
  return {
    id: order.id,
    product: productView({ ...order.product, amount, currency }, reader.locale),
    amount,
    currency,
    received: order.receivedAmount === null && order.receivedCurrency === null ? null : receivedOf(order),
    status: ORDER_STATUS[order.state],
    created_at: order.createdAt.toISOString(),
    paid_at: order.paidAt?.toISOString() ?? null,
    provider: order.provider,
    last_four: order.lastFour,
    expires_at: isOpen(order.state) ? (order.expiresAt?.toISOString() ?? null) : null,
    under_review: order.state === 'review',
    refunded_amount: returnedAmount(order),
    refund_pending: order.pendingRefund > 0,
    refundable_until: refundableUntil(order, reader.refundDays, reader.now)?.toISOString() ?? null,
  }
}
