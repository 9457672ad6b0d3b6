import { z } from 'zod'
import { Currency, Id, Timestamp } from '../ids.ts'

export const LedgerEntry = z
  .object({
    id: Id,
    asset: z.enum(['coin', 'message']),
    amount: z.int(),
    balance: z.int(),
    cause: z.string(),
    ref: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'LedgerEntry' })

export const ProductKind = z.enum(['membership', 'coins', 'messages'])

export const Product = z
  .object({
    id: Id,
    kind: ProductKind,
    name: z.string(),
    amount: z.int().describe('price in minor units'),
    currency: Currency,
    period_days: z.int().nullable(),
    coin_num: z.int().nullable(),
    message_num: z.int().nullable(),
    badge: z.string().nullable(),
  })
  .meta({ id: 'Product' })

export const OrderStatus = z.enum([
  'created',
  'awaiting_payment',
  'processing',
  'paid',
  'fulfilled',
  'failed',
  'canceled',
  'expired',
  'refunded',
  'disputed',
])

export const ReceivedPayment = z
  .object({ amount: z.int(), currency: Currency })
  .nullable()
  .describe('what was paid, if that differs from the price; refunds are in its currency')

export const Order = z
  .object({
    id: Id,
    product: Product.describe('as it was when the order was created'),
    amount: z.int(),
    currency: Currency,
    received: ReceivedPayment,
    status: OrderStatus,
    created_at: Timestamp,
    paid_at: Timestamp.nullable(),
    provider: z.enum(['stripe', 'sandbox']).describe('sandbox: no money moves'),
    last_four: z.string().nullable().describe('of the card, if known'),
    expires_at: Timestamp.nullable().describe('how long it can be paid, while it can be'),
    under_review: z.boolean().describe('the payment does not match the order; the operator reviews it'),
    refunded_amount: z.int(),
    refund_pending: z.boolean().describe('a refund was requested that the provider has not accepted yet'),
    refundable_until: Timestamp.nullable().describe('until when the unspent part is refunded on request'),
  })
  .meta({ id: 'Order' })
