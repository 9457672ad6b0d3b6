import { z } from 'zod'
import { ORDER_FILTERS, ORDER_REASONS } from '../desk-reasons.ts'
import { OrderStatus, Product, ReceivedPayment } from '../entities/billing.ts'
import { Currency, Id, Timestamp } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { PageQuery, pageOf } from '../pagination.ts'

const DeskOrder = z
  .object({
    id: Id,
    person_id: Id.nullable().describe('null once the buyer is erased'),
    product: Product,
    amount: z.int(),
    currency: Currency,
    received: ReceivedPayment,
    status: OrderStatus,
    state: z.string().describe('the exact state'),
    provider: z.enum(['stripe', 'sandbox']),
    payment_ref: z.string().nullable().describe('the provider’s id of the payment'),
    last_four: z.string().nullable(),
    refunded_amount: z.int(),
    paid_outside: z.int().describe('the part of `refunded_amount` that operators paid outside of the provider'),
    pending_refund: z.int().describe('requested, not yet accepted by the provider'),
    dispute: z.enum(['none', 'open', 'won', 'lost']),
    created_at: Timestamp,
    paid_at: Timestamp.nullable(),
  })
  .meta({ id: 'DeskOrder' })

const Takings = z.array(z.object({ currency: Currency, orders: z.int(), amount: z.int(), refunded: z.int() }))

const DeskOrderDetails = z
  .object({
    order: DeskOrder,
    given_at: Timestamp.nullable().describe('when its contents were delivered'),
    units: z
      .object({ total: z.int(), taken: z.int(), owed: z.int() })
      .describe('coins, messages or seconds of membership: bought, taken back, owed after a lost dispute'),
    events: z.array(z.object({ event: z.string(), state: z.string(), at: Timestamp })),
    refunds: z.array(
      z.object({
        id: Id,
        amount: z.int(),
        units: z.int(),
        state: z
          .enum(['requested', 'done', 'refused', 'failed', 'paid_outside'])
          .describe(
            'failed: accepted by the provider, and the money came back later; paid_outside: then paid in another way',
          ),
        origin: z.enum(['buyer', 'operator', 'system', 'provider']),
        created_at: Timestamp,
        done_at: Timestamp.nullable(),
        note: z.string().describe('of the operator who paid it in another way'),
      }),
    ),
    webhooks: z
      .array(z.object({ id: z.string(), at: Timestamp }))
      .describe('the provider’s events, of the last 90 days'),
    refundable: z
      .object({
        unspent: z.int().describe('what the unspent part is worth, by the rule for buyers'),
        unspent_units: z.int().describe('coins, messages or whole days'),
        total_units: z.int(),
        most: z.int().describe('what is not yet refunded'),
      })
      .nullable()
      .describe('null: this order cannot be refunded now'),
    failed_refund: z
      .int()
      .describe('what failed refunds were to return, until it is refunded again or paid in another way; 0: none'),
    resolutions: z.array(z.enum(['accept', 'return', 'forgive'])).describe('what can be decided now'),
  })
  .meta({ id: 'DeskOrderDetails' })

const Change = {
  order_id: Id,
  reason: z.enum(ORDER_REASONS).describe('for the audit log'),
}

/** The operator's view of orders. */
export const deskOrders = {
  orders: operation({
    method: 'GET',
    path: '/api/desk/orders',
    summary: 'Everyone’s orders, newest first; for operators.',
    access: 'operator',
    roles: ['support', 'read_only'],
    query: PageQuery.extend({
      q: z
        .string()
        .trim()
        .max(200)
        .optional()
        .describe('exact: id of an order or a person, the provider’s id of a payment, last four digits of a card'),
      filter: z.enum(ORDER_FILTERS).optional(),
      since: z.iso.date().optional().describe('first day, UTC'),
      until: z.iso.date().optional().describe('last day, UTC'),
    }),
    data: pageOf(DeskOrder).extend({
      summary: z
        .object({
          today: Takings,
          month: Takings,
          decide: z.int().describe('orders that need a decision'),
          disputed: z.int(),
        })
        .describe('by days of UTC, of the configured provider'),
    }),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput'],
  }),
  order: operation({
    method: 'GET',
    path: '/api/desk/order',
    summary: 'One order with its history; for operators.',
    access: 'operator',
    roles: ['support', 'read_only'],
    query: z.object({ order_id: Id }),
    data: DeskOrderDetails,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound'],
  }),
  refundOrder: operation({
    method: 'POST',
    path: '/api/desk/refundOrder',
    summary: 'Refunds the unspent part, everything, or an amount. The same key refunds once; for operators.',
    access: 'operator',
    roles: ['support'],
    body: z.object({
      ...Change,
      part: z.enum(['unspent', 'all', 'amount']),
      amount: z.int().min(1).max(100_000_000).nullable().default(null).describe('in minor units, for `amount`'),
      seen_refunded: z
        .int()
        .min(0)
        .describe('refunded and pending together, as shown to the operator; if it has changed, nothing is refunded'),
      idempotency_key: z.string().min(8).max(100),
    }),
    data: z.object({
      amount: z.int(),
      state: z
        .enum(['requested', 'done', 'refused', 'failed'])
        .describe('refused by the provider, or failed later: the buyer keeps everything'),
      details: DeskOrderDetails,
    }),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
  markPaidOutside: operation({
    method: 'POST',
    path: '/api/desk/markPaidOutside',
    summary:
      'Records that the buyer was paid outside of the provider what failed refunds were to return. Repeating it changes nothing; for operators.',
    access: 'operator',
    roles: ['support'],
    body: z.object({
      order_id: Id,
      seen_failed_refund: z
        .int()
        .min(1)
        .describe('`failed_refund` as shown to the operator; if it has changed, nothing is recorded'),
      note: z.string().trim().max(LIMITS.orderNoteLength).default('').describe('deleted with the buyer’s account'),
    }),
    data: z.object({ changed: z.boolean(), details: DeskOrderDetails }),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
  resolveOrder: operation({
    method: 'POST',
    path: '/api/desk/resolveOrder',
    summary: 'Decides a held order (accept, return) or writes off a debt (forgive). Repeating it changes nothing.',
    access: 'operator',
    roles: ['support'],
    body: z.object({ ...Change, resolution: z.enum(['accept', 'return', 'forgive']) }),
    data: z.object({ changed: z.boolean(), details: DeskOrderDetails }),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound'],
  }),
} as const
