/** Every state of an order; `ORDER_STATUS` maps each to a status on the wire. */
export const ORDER_STATES = [
  'created',
  'awaiting_payment',
  'processing',
  'paid',
  'fulfilled',
  'partly_refunded',
  'refunded',
  'disputed',
  'dispute_won',
  'dispute_lost',
  'failed',
  'canceled',
  'expired',
  'review',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** Every event of an order. */
export const ORDER_EVENTS = [
  'begun',
  'processing',
  'declined',
  'given_up',
  'canceled',
  'expired',
  'succeeded',
  'mismatch',
  'cleared',
  'given',
  'partly_refunded',
  'refunded',
  'refund_failed',
  'return_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
] as const
export type OrderEvent = (typeof ORDER_EVENTS)[number]

/**
 * The allowed transitions; any other event is rejected (PAY-01). A late payment, after an order has expired, was
 * cancelled or was abandoned, is honoured. A refund of an order under dispute shows once the dispute is won. A failed
 * refund of an order that was never delivered (`return_failed`) needs the operator.
 */
const TRANSITIONS: Record<OrderState, Partial<Record<OrderEvent, OrderState>>> = {
  created: {
    begun: 'awaiting_payment',
    processing: 'processing',
    declined: 'awaiting_payment',
    given_up: 'failed',
    canceled: 'canceled',
    expired: 'expired',
    succeeded: 'paid',
    mismatch: 'review',
  },
  awaiting_payment: {
    processing: 'processing',
    given_up: 'failed',
    canceled: 'canceled',
    expired: 'expired',
    succeeded: 'paid',
    mismatch: 'review',
  },
  processing: {
    declined: 'awaiting_payment',
    given_up: 'failed',
    canceled: 'canceled',
    expired: 'expired',
    succeeded: 'paid',
    mismatch: 'review',
  },
  paid: {
    given: 'fulfilled',
    refunded: 'refunded',
    return_failed: 'review',
    dispute_opened: 'disputed',
    dispute_lost: 'dispute_lost',
  },
  fulfilled: {
    partly_refunded: 'partly_refunded',
    refunded: 'refunded',
    dispute_opened: 'disputed',
    dispute_won: 'dispute_won',
    dispute_lost: 'dispute_lost',
  },
  partly_refunded: {
    refunded: 'refunded',
    refund_failed: 'fulfilled',
    dispute_opened: 'disputed',
    dispute_lost: 'dispute_lost',
  },
  refunded: {
    refund_failed: 'fulfilled',
    return_failed: 'review',
    dispute_opened: 'disputed',
    dispute_lost: 'dispute_lost',
  },
  disputed: { dispute_won: 'dispute_won', dispute_lost: 'dispute_lost' },
  dispute_won: { partly_refunded: 'partly_refunded', refunded: 'refunded' },
  dispute_lost: {},
  failed: { succeeded: 'paid', mismatch: 'review' },
  canceled: { succeeded: 'paid', mismatch: 'review' },
  expired: { succeeded: 'paid', mismatch: 'review' },
  review: { cleared: 'paid', refunded: 'refunded', dispute_opened: 'disputed', dispute_lost: 'dispute_lost' },
}

/** The state after an event, or null when the event is not allowed in this state. */
export function nextOrderState(state: OrderState, event: OrderEvent): OrderState | null {
  return TRANSITIONS[state][event] ?? null
}

const OPEN: ReadonlySet<OrderState> = new Set(['created', 'awaiting_payment', 'processing'])

/** Whether it can still be paid in the ordinary way. */
export const isOpen = (state: OrderState): boolean => OPEN.has(state)

const REFUNDABLE: ReadonlySet<OrderState> = new Set(['fulfilled', 'partly_refunded', 'dispute_won'])

/** Whether the person may request a refund of the unspent part. */
export const isRefundable = (state: OrderState): boolean => REFUNDABLE.has(state)
