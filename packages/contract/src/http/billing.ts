import { z } from 'zod'
import { Order, Product, ProductKind } from '../entities/billing.ts'
import { Currency, Id, Timestamp } from '../ids.ts'
import { operation } from '../operation.ts'
import { EmptyData, PageQuery, pageOf } from '../pagination.ts'

/** The client's idempotency key for one action; repeating it returns the first answer and does nothing more. */
const IdempotencyKey = z.string().min(1).max(100)
const OrderId = z.object({ order_id: Id })

const SpendingCap = z
  .object({
    amount: z
      .int()
      .nullable()
      .describe('the limit in effect for a calendar month (UTC), in minor units; null: no limit'),
    currency: Currency,
    spent: z.int().describe('paid this month in that currency, minus refunds'),
    reserved: z.int().describe('of orders whose payment is in progress'),
    resets_at: Timestamp,
    pending: z
      .object({ amount: z.int().nullable(), from: Timestamp })
      .nullable()
      .describe('a requested raise or removal that takes effect at that time'),
  })
  .meta({ id: 'SpendingCap' })

const Receipt = z
  .object({
    order: Order,
    sandbox: z.boolean().describe('no money moved: this was the built-in provider with its test cards'),
    seller: z.string().nullable().describe('OPERATOR_NAME'),
    support_email: z.string().nullable(),
    refunds: z.array(z.object({ amount: z.int(), created_at: Timestamp, done: z.boolean() })),
  })
  .meta({ id: 'Receipt' })

const RefundQuote = z
  .object({
    order_id: Id,
    amount: z.int().describe('what a refund requested now would return, in minor units; 0: nothing is unspent'),
    currency: Currency,
    until: Timestamp.describe('the last moment at which a refund can be requested'),
    unspent: z.int().describe('coins or messages not spent, or whole days not started, that it would revoke'),
    total: z.int().describe('how many of them were bought'),
  })
  .meta({ id: 'RefundQuote' })

export const billing = {
  productList: operation({
    method: 'GET',
    path: '/api/product/list',
    summary: 'The products on sale, in the reader’s language; empty where payments are off, and for people under 18.',
    access: 'open',
    query: z.object({ kind: ProductKind.optional() }),
    data: z.array(Product),
    errors: ['InvalidInput'],
  }),
  createOrder: operation({
    method: 'POST',
    path: '/api/order/create',
    summary: 'Creates an order; price and contents are copied from the product and stay. Nothing is charged yet.',
    access: 'person',
    body: z.object({ product_id: Id, idempotency_key: IdempotencyKey }),
    data: Order,
    errors: [
      'NotSignedIn',
      'InvalidInput',
      'NotAllowed',
      'NotFound',
      'Conflict',
      'TooManyRequests',
      'AgeNotOpen',
      'SpendingCapReached',
    ] as const,
  }),
  payOrder: operation({
    method: 'POST',
    path: '/api/order/payment',
    summary: 'Starts, repeats or confirms the payment of an order; for a paid order it only returns the order.',
    access: 'person',
    body: z.object({
      order_id: Id,
      payment_method: z
        .string()
        .max(64)
        .optional()
        .describe('a test card of the sandbox, matched and discarded; with Stripe the page pays by client_secret'),
      confirm: z.boolean().optional().describe('the bank’s confirmation, in the sandbox'),
    }),
    data: z.object({
      order: Order,
      provider: z.enum(['stripe', 'sandbox']),
      client_secret: z.string().optional(),
      needs_confirmation: z.boolean().optional().describe('the sandbox waits for a second call with confirm'),
    }),
    errors: [
      'NotSignedIn',
      'InvalidInput',
      'NotAllowed',
      'NotFound',
      'Conflict',
      'TooManyRequests',
      'AgeNotOpen',
      'SpendingCapReached',
      'PaymentDeclined',
      'Unavailable',
    ] as const,
  }),
  orderStatus: operation({
    method: 'GET',
    path: '/api/order/status',
    summary: 'An order of the person’s own; at most 60 times a minute.',
    access: 'person',
    query: OrderId,
    data: Order,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'TooManyRequests'],
  }),
  orderList: operation({
    method: 'GET',
    path: '/api/order/list',
    summary: 'The person’s own orders, newest first.',
    access: 'person',
    query: PageQuery,
    data: pageOf(Order),
    errors: ['NotSignedIn', 'InvalidInput'],
  }),
  cancelOrder: operation({
    method: 'POST',
    path: '/api/order/cancel',
    summary: 'Cancels an unpaid order; one whose payment is in progress is a conflict.',
    access: 'person',
    body: OrderId,
    data: Order,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'Conflict', 'Unavailable'],
  }),
  receipt: operation({
    method: 'GET',
    path: '/api/order/receipt',
    summary: 'The receipt of an order: items, date, price, seller and means of payment.',
    access: 'person',
    query: OrderId,
    data: Receipt,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  refundQuote: operation({
    method: 'GET',
    path: '/api/order/refundQuote',
    summary: 'What a refund requested now would return. A conflict when the order can no longer be refunded.',
    access: 'person',
    query: OrderId,
    data: RefundQuote,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'Conflict', 'TooManyRequests'],
  }),
  refundOrder: operation({
    method: 'POST',
    path: '/api/order/refund',
    summary: 'Refunds the unspent part, at once if the provider answers, else as soon as it does.',
    access: 'person',
    body: OrderId,
    data: z.object({ order: Order, amount: z.int(), done: z.boolean().describe('the provider has accepted it') }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'Conflict', 'TooManyRequests'],
  }),
  stripeWebhook: operation({
    method: 'POST',
    path: '/api/payment/stripeWebhook',
    summary: 'For Stripe: an event, signed over the raw body; 400 for a bad signature or one older than 300 s.',
    access: 'open',
    signedBy: 'stripe-signature',
    data: EmptyData,
    errors: ['InvalidInput', 'NotFound', 'TooLarge'],
  }),
  readSpendingCap: operation({
    method: 'GET',
    path: '/api/user/spendingCap',
    summary: 'The person’s own monthly spending limit, and what they have spent.',
    access: 'person',
    data: SpendingCap,
    errors: ['NotSignedIn'],
  }),
  saveSpendingCap: operation({
    method: 'POST',
    path: '/api/user/spendingCap',
    summary: 'Sets the spending limit. Setting or lowering takes effect at once, raising or removing after 24 hours.',
    access: 'person',
    body: z.object({ amount: z.int().min(0).max(10_000_000).nullable(), currency: Currency.optional() }),
    data: SpendingCap,
    errors: ['NotSignedIn', 'InvalidInput'],
  }),
} as const
