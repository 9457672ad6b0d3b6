import type { Order, OrderStatus } from '@everkin/contract/types.ts'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { Checkout } from './checkout.ts'

const PRODUCT = { id: 'coins-100', amount: 199, currency: 'USD' }

function orderWith(status: OrderStatus, change: Partial<Order> = {}): Order {
  return {
    id: 'o1',
    product: {
      ...PRODUCT,
      kind: 'coins',
      name: '100 coins',
      period_days: null,
      coin_num: 100,
      message_num: null,
      badge: null,
    },
    amount: 199,
    currency: 'USD',
    received: null,
    status,
    created_at: '2026-11-20T20:00:00Z',
    paid_at: null,
    provider: 'sandbox',
    last_four: null,
    expires_at: null,
    under_review: false,
    refunded_amount: 0,
    refund_pending: false,
    refundable_until: null,
    ...change,
  }
}

const PRODUCTS_CALL = 'POST /api/order/create'
const PAY = 'POST /api/order/payment'
const STATUS = 'GET /api/order/status'
const declined = () => new ApiError('PaymentDeclined', 5001, 'declined', { reason: 'insufficient_funds' })
const lost = () => new ApiError('Network', 0, 'no reply', null)

/** A checkout with scripted responses for each call, and a clock that the test advances. */
function purchase(script: Record<string, (() => unknown)[]>, order: Order | null = null) {
  const calls: { name: string; body: Record<string, unknown> }[] = []
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  let keys = 1
  const checkout = new Checkout(PRODUCT, order, {
    // The script replaces the whole API: its responses must have the types of the calls.
    call: (async (name: string, input: { body?: Record<string, unknown> } = {}) => {
      calls.push({ name, body: input.body ?? {} })
      const answers = script[name] ?? []
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer) throw new Error(`no scripted response for ${name}`)
      return answer()
    }) as never,
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    now: () => now,
    key: {
      get: () => `key-${keys}`,
      renew: () => `key-${++keys}`,
      drop: () => void calls.push({ name: 'drop', body: {} }),
    },
  })
  const pass = async (ms: number) => {
    const end = now + ms
    for (;;) {
      const next = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0]
      if (!next) break
      now = next.at
      timers = timers.filter((timer) => timer !== next)
      next.run()
      await new Promise((resolve) => setImmediate(resolve))
    }
    now = end
  }
  const count = (name: string) => calls.filter((call) => call.name === name).length
  return { checkout, calls, count, pass, waiting: () => timers.length }
}

const throwing = (error: () => Error) => () => {
  throw error()
}

describe('a purchase', () => {
  it('is ordered, paid and completed', async () => {
    const { checkout, calls, count } = purchase({
      [PRODUCTS_CALL]: [() => orderWith('created')],
      [PAY]: [() => ({ order: orderWith('fulfilled'), provider: 'sandbox' })],
    })
    await checkout.payByTestCard('4242424242424242')
    expect(checkout.state.get()).toMatchObject({ step: 'done', declined: null })
    expect(calls[0]?.body).toEqual({ product_id: 'coins-100', idempotency_key: 'key-1' })
    expect(count('drop')).toBe(1)
  })

  it('PAY-11: is one order and one payment if the button is pressed twice', async () => {
    const { checkout, count } = purchase({
      [PRODUCTS_CALL]: [() => orderWith('created')],
      [PAY]: [() => ({ order: orderWith('fulfilled'), provider: 'sandbox' })],
    })
    await Promise.all([checkout.payByTestCard('4242424242424242'), checkout.payByTestCard('4242424242424242')])
    expect([count(PRODUCTS_CALL), count(PAY)]).toEqual([1, 1])
  })

  it('PAY-11: is not paid again if another tab has paid meanwhile', async () => {
    const { checkout, count } = purchase({ [PRODUCTS_CALL]: [() => orderWith('fulfilled')] })
    await checkout.payByTestCard('4242424242424242')
    expect(checkout.state.get().step).toBe('done')
    expect(count(PAY)).toBe(0)
  })

  it('creates a new order if the one under its key failed', async () => {
    const { checkout, calls } = purchase({
      [PRODUCTS_CALL]: [() => orderWith('expired'), () => orderWith('created', { id: 'o2' })],
      [PAY]: [() => ({ order: orderWith('fulfilled', { id: 'o2' }), provider: 'sandbox' })],
    })
    await checkout.payByTestCard('4242424242424242')
    expect(calls.filter(({ name }) => name === PRODUCTS_CALL).map(({ body }) => body.idempotency_key)).toEqual([
      'key-1',
      'key-2',
    ])
    expect(checkout.state.get()).toMatchObject({ step: 'done', order: { id: 'o2' } })
  })

  it('keeps its order when it is declined, and the next card pays it', async () => {
    const { checkout, count } = purchase({
      [PRODUCTS_CALL]: [() => orderWith('created')],
      [PAY]: [throwing(declined), () => ({ order: orderWith('fulfilled'), provider: 'sandbox' })],
    })
    await checkout.payByTestCard('4000000000000002')
    expect(checkout.state.get()).toMatchObject({ step: 'ready', declined: 'insufficient_funds', order: { id: 'o1' } })
    await checkout.payByTestCard('4242424242424242')
    expect(checkout.state.get()).toMatchObject({ step: 'done', declined: null })
    expect(count(PRODUCTS_CALL)).toBe(1)
  })

  it('shows a changed price before it is paid', async () => {
    const { checkout, count } = purchase({
      [PRODUCTS_CALL]: [() => orderWith('created', { amount: 299 })],
      [PAY]: [() => ({ order: orderWith('fulfilled', { amount: 299 }), provider: 'sandbox' })],
    })
    await checkout.payByTestCard('4242424242424242')
    expect(checkout.state.get()).toMatchObject({ step: 'ready', isRepriced: true, order: { amount: 299 } })
    expect(count(PAY)).toBe(0)
    await checkout.payByTestCard('4242424242424242')
    expect(checkout.state.get().step).toBe('done')
  })

  it('reports that the spending limit forbids it', async () => {
    const { checkout } = purchase({
      [PRODUCTS_CALL]: [throwing(() => new ApiError('SpendingCapReached', 5002, 'limit', null))],
    })
    await checkout.payByTestCard('4242424242424242')
    expect(checkout.state.get()).toMatchObject({ step: 'ready', isCapped: true, problem: null })
  })

  it('is confirmed if the bank asks, and declined if the answer is no', async () => {
    const asked = () => ({ order: orderWith('processing'), provider: 'sandbox', needs_confirmation: true })
    const yes = purchase({
      [PRODUCTS_CALL]: [() => orderWith('created')],
      [PAY]: [asked, () => ({ order: orderWith('fulfilled'), provider: 'sandbox' })],
    })
    await yes.checkout.payByTestCard('4000002500003155')
    expect(yes.checkout.state.get().step).toBe('confirm')
    await yes.checkout.confirm()
    expect(yes.checkout.state.get().step).toBe('done')

    const no = purchase({
      [PRODUCTS_CALL]: [() => orderWith('created')],
      [PAY]: [asked, throwing(declined)],
    })
    await no.checkout.payByTestCard('4000002500003155')
    await no.checkout.refuse()
    expect(no.checkout.state.get()).toMatchObject({ step: 'ready', declined: 'insufficient_funds' })
  })

  it('polls less and less often while it is slow, and reports the long wait', async () => {
    const { checkout, count, pass, waiting } = purchase({
      [PRODUCTS_CALL]: [() => orderWith('created')],
      [PAY]: [() => ({ order: orderWith('processing'), provider: 'sandbox' })],
      [STATUS]: [() => orderWith('processing')],
    })
    await checkout.payByTestCard('4000000000000341')
    expect(checkout.state.get()).toMatchObject({ step: 'waiting', isLate: false })
    await pass(30_000)
    expect(checkout.state.get()).toMatchObject({ step: 'waiting', isLate: true })
    const early = count(STATUS)
    await pass(60_000)
    expect(count(STATUS) - early).toBeLessThan(early + 1)
    expect(count(STATUS)).toBeLessThan(20)
    checkout.leave()
    expect(waiting()).toBe(0)
  })

  it('ends a slow wait when the server reports the result', async () => {
    const { checkout, pass, waiting } = purchase({
      [PRODUCTS_CALL]: [() => orderWith('created')],
      [PAY]: [() => ({ order: orderWith('processing'), provider: 'sandbox' })],
      [STATUS]: [() => orderWith('processing'), throwing(lost), () => orderWith('paid'), () => orderWith('fulfilled')],
    })
    await checkout.payByTestCard('4000000000000077')
    await pass(15_000)
    expect(checkout.state.get()).toMatchObject({ step: 'done', isLate: false })
    expect(waiting()).toBe(0)
  })

  it('PAY-13: asks the server after a lost response, and can be paid again if the payment failed', async () => {
    const { checkout, pass, count } = purchase({
      [PRODUCTS_CALL]: [() => orderWith('created')],
      [PAY]: [throwing(lost)],
      [STATUS]: [() => orderWith('created')],
    })
    await checkout.payByTestCard('4242424242424242')
    expect(checkout.state.get().step).toBe('waiting')
    await pass(40_000)
    expect(checkout.state.get()).toMatchObject({ step: 'ready', order: { id: 'o1' } })
    expect(count(PRODUCTS_CALL)).toBe(1)
  })

  it('waits after the card form was sent, whatever the order’s status is meanwhile', async () => {
    const { checkout, pass } = purchase({
      [PRODUCTS_CALL]: [() => orderWith('created', { provider: 'stripe' })],
      [PAY]: [() => ({ order: orderWith('awaiting_payment'), provider: 'stripe', client_secret: 'secret' })],
      [STATUS]: [() => orderWith('awaiting_payment')],
    })
    await checkout.openCardForm()
    expect(checkout.state.get()).toMatchObject({ step: 'card', clientSecret: 'secret' })
    await checkout.cardFormAnswered('expired_card')
    expect(checkout.state.get()).toMatchObject({ step: 'card', declined: 'expired_card' })
    await checkout.cardFormAnswered(null)
    await pass(120_000)
    expect(checkout.state.get()).toMatchObject({ step: 'waiting', isLate: true })
  })

  it('ends at once if the provider immediately confirms or declines a sent card form', async () => {
    const begun = () => ({ order: orderWith('awaiting_payment'), provider: 'stripe', client_secret: 'secret' })
    const script = { [PRODUCTS_CALL]: [() => orderWith('created')], [STATUS]: [() => orderWith('awaiting_payment')] }
    const { checkout, waiting } = purchase({
      ...script,
      [PAY]: [begun, throwing(declined), () => ({ order: orderWith('fulfilled'), provider: 'stripe' })],
    })
    await checkout.openCardForm()
    await checkout.cardFormAnswered(null)
    expect(checkout.state.get()).toMatchObject({ step: 'card', declined: 'insufficient_funds' })
    expect(waiting()).toBe(0)
    await checkout.cardFormAnswered(null)
    expect(checkout.state.get().step).toBe('done')
    expect(waiting()).toBe(0)
  })

  it('resumes a payment that was left in progress', async () => {
    const { checkout, pass } = purchase(
      {
        [PAY]: [() => ({ order: orderWith('processing'), provider: 'sandbox', needs_confirmation: false })],
        [STATUS]: [() => orderWith('fulfilled')],
      },
      orderWith('processing'),
    )
    await checkout.resume(false)
    await pass(2_000)
    expect(checkout.state.get().step).toBe('done')
  })

  it('asks for the bank’s confirmation again if the page was left before the answer', async () => {
    const { checkout, waiting } = purchase(
      { [PAY]: [() => ({ order: orderWith('processing'), provider: 'sandbox', needs_confirmation: true })] },
      orderWith('processing'),
    )
    await checkout.resume(false)
    expect(checkout.state.get().step).toBe('confirm')
    expect(waiting()).toBe(0)
  })
})
