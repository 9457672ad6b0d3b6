import { describe, expect, it } from 'vitest'
import { isOpen, isRefundable, nextOrderState, ORDER_EVENTS, ORDER_STATES, type OrderState } from './order-machine.ts'

/** The whole transition table again, the other way round: per event, from which state to which. */
const ALLOWED: Record<(typeof ORDER_EVENTS)[number], Partial<Record<OrderState, OrderState>>> = {
  begun: { created: 'awaiting_payment' },
  processing: { created: 'processing', awaiting_payment: 'processing' },
  declined: { created: 'awaiting_payment', processing: 'awaiting_payment' },
  given_up: { created: 'failed', awaiting_payment: 'failed', processing: 'failed' },
  canceled: { created: 'canceled', awaiting_payment: 'canceled', processing: 'canceled' },
  expired: { created: 'expired', awaiting_payment: 'expired', processing: 'expired' },
  succeeded: {
    created: 'paid',
    awaiting_payment: 'paid',
    processing: 'paid',
    failed: 'paid',
    canceled: 'paid',
    expired: 'paid',
  },
  mismatch: {
    created: 'review',
    awaiting_payment: 'review',
    processing: 'review',
    failed: 'review',
    canceled: 'review',
    expired: 'review',
  },
  cleared: { review: 'paid' },
  given: { paid: 'fulfilled' },
  partly_refunded: { fulfilled: 'partly_refunded', dispute_won: 'partly_refunded' },
  refunded: {
    paid: 'refunded',
    fulfilled: 'refunded',
    partly_refunded: 'refunded',
    dispute_won: 'refunded',
    review: 'refunded',
  },
  refund_failed: { partly_refunded: 'fulfilled', refunded: 'fulfilled' },
  return_failed: { paid: 'review', refunded: 'review' },
  dispute_opened: {
    paid: 'disputed',
    fulfilled: 'disputed',
    partly_refunded: 'disputed',
    refunded: 'disputed',
    review: 'disputed',
  },
  dispute_won: { fulfilled: 'dispute_won', disputed: 'dispute_won' },
  dispute_lost: {
    paid: 'dispute_lost',
    fulfilled: 'dispute_lost',
    partly_refunded: 'dispute_lost',
    refunded: 'dispute_lost',
    disputed: 'dispute_lost',
    review: 'dispute_lost',
  },
}

describe('PAY-01: the transitions of an order', () => {
  it.each(ORDER_STATES.flatMap((state) => ORDER_EVENTS.map((event) => [state, event] as const)))(
    '%s, %s',
    (state, event) => {
      expect(nextOrderState(state, event)).toBe(ALLOWED[event][state] ?? null)
    },
  )

  it('never leads from paid back to unpaid', () => {
    const withMoney = ORDER_STATES.filter(
      (state) => !isOpen(state) && !['failed', 'canceled', 'expired'].includes(state),
    )
    for (const state of withMoney)
      for (const event of ORDER_EVENTS) {
        const next = nextOrderState(state, event)
        if (next !== null) expect(withMoney).toContain(next)
      }
  })

  it('allows a refund request for what the person still has, not for disputed or refunded orders', () => {
    expect(ORDER_STATES.filter(isRefundable)).toEqual(['fulfilled', 'partly_refunded', 'dispute_won'])
  })
})
