import { type StripeServer, signStripe, startStripeServer } from '@everkin/testing/servers/stripe-server.ts'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BadSignature, ProviderUnavailable } from '../../modules/billing/payment-provider.ts'
import { describePayments } from './payments.suite.ts'
import { createStripePayments, isStripeSignature } from './stripe.ts'

const webhookSecrets = ['whsec_new', 'whsec_old']
const open = ({ url, secretKey }: StripeServer) => createStripePayments({ secretKey, webhookSecrets, apiBase: url })

describePayments('Stripe', async () => {
  const server = await startStripeServer()
  return {
    provider: open(server),
    pay: async ({ ref }, method) => server.pay(ref, method),
    confirm: async ({ ref }) => server.authenticate(ref),
    settle: async ({ ref }) => server.settle(ref),
    dispute: async ({ ref }, status) => server.dispute(ref, status === 'open' ? 'needs_response' : status),
    close: () => server.close(),
  }
})

describe('Stripe', () => {
  let server: StripeServer
  beforeAll(async () => {
    server = await startStripeServer()
  })
  afterAll(() => server.close())

  it('is unavailable when it fails or disconnects, and a retry creates no second payment (PAY-13)', async () => {
    const provider = open(server)
    const order = { orderId: 'a-cut-line', amount: 199, currency: 'USD' }
    for (const how of ['fail', 'cut'] as const) {
      server.behave(how)
      await expect(provider.createPayment(order)).rejects.toBeInstanceOf(ProviderUnavailable)
    }
    server.behave('well')
    const payment = await provider.createPayment(order)
    expect(payment).toMatchObject({ status: 'open', clientSecret: expect.stringContaining('_secret_') })
    expect(server.requests.filter((request) => request === 'POST /v1/payment_intents')).toHaveLength(1)
  }, 30_000)

  it('is unavailable with a wrong key, since that is no fault of an order', async () => {
    const provider = createStripePayments({ secretKey: 'sk_test_wrong', webhookSecrets, apiBase: server.url })
    await expect(provider.retrieve('pi_1')).rejects.toBeInstanceOf(ProviderUnavailable)
  })

  it('reads payment events, and ignores those of other things', async () => {
    const provider = open(server)
    const at = new Date('2026-11-20T12:00:00Z')
    const { ref } = await provider.createPayment({ orderId: 'events', amount: 199, currency: 'USD' })
    const from = server.events.length
    server.pay(ref, 'declined')
    server.pay(ref, 'paid')
    server.refund(ref, 50)
    server.dispute(ref, 'needs_response')
    const facts = server.events.slice(from).map((event) => {
      const payload = Buffer.from(JSON.stringify(event))
      return provider.parseWebhook(payload, signStripe(payload, 'whsec_old', at.getTime() / 1000), at)
    })
    const money = {
      ...({ ref, orderId: 'events', amount: 199, currency: 'USD', status: 'succeeded', dispute: 'none' } as const),
      failedRefunds: [],
    }
    expect(facts.map((event) => event.snapshot)).toEqual([
      { ...money, status: 'declined', lastFour: null, refundedAmount: 0 },
      { ...money, lastFour: '4242', refundedAmount: 0 },
      { ...money, lastFour: null, refundedAmount: 0 },
      { ...money, lastFour: '4242', refundedAmount: 50 },
      {
        ref,
        orderId: null,
        amount: null,
        currency: null,
        status: 'succeeded',
        lastFour: null,
        refundedAmount: 0,
        failedRefunds: [],
        dispute: 'open',
      },
    ])
    const before = server.events.length
    server.failRefund(ref, 'failed')
    const failures = server.events.slice(before)
    expect(failures.map(({ type }) => type)).toEqual(['charge.refund.updated', 'refund.updated', 'refund.failed'])
    for (const event of failures) {
      const payload = Buffer.from(JSON.stringify(event))
      const { snapshot } = provider.parseWebhook(payload, signStripe(payload, 'whsec_new', at.getTime() / 1000), at)
      const failed = { id: event.data.object.id, refundId: null, amount: 50 }
      expect(snapshot).toMatchObject({ ref, status: 'succeeded', refundedAmount: 50, failedRefunds: [failed] })
    }
    const [pending] = failures.map(({ data, ...event }) => ({
      ...event,
      data: { object: { ...data.object, status: 'pending' } },
    }))
    const going = Buffer.from(JSON.stringify(pending))
    expect(provider.parseWebhook(going, signStripe(going, 'whsec_new', at.getTime() / 1000), at).snapshot).toBeNull()
    const other = Buffer.from(JSON.stringify({ id: 'evt_1', type: 'customer.created', data: { object: {} } }))
    expect(provider.parseWebhook(other, signStripe(other, 'whsec_new', at.getTime() / 1000), at).snapshot).toBeNull()
  })
})

describe('the refunds of a payment at Stripe', () => {
  let server: StripeServer
  beforeAll(async () => {
    server = await startStripeServer()
  })
  afterAll(() => server.close())

  it('are all counted, failed ones included, also when there are more than a charge lists', async () => {
    const provider = open(server)
    const { ref } = await provider.createPayment({ orderId: 'many', amount: 199, currency: 'USD' })
    server.pay(ref, 'paid')
    await provider.refund(ref, { refundId: 'first', amount: 7 })
    server.failRefund(ref, 'canceled')
    expect(await provider.retrieve(ref)).toMatchObject({
      refundedAmount: 7,
      failedRefunds: [{ refundId: 'first', amount: 7 }],
    })
    for (let i = 0; i < 12; i++) server.refund(ref, 10)
    expect(await provider.retrieve(ref)).toMatchObject({
      refundedAmount: 127,
      failedRefunds: [{ refundId: 'first', amount: 7 }],
    })
  })
})

describe('PAY-04: the signature of a webhook', () => {
  const payload = Buffer.from('{"id":"evt_1","type":"payment_intent.succeeded"}')
  const now = new Date('2026-11-20T12:00:00Z')
  const at = now.getTime() / 1000
  const isTaken = (header: string, body: Uint8Array = payload) => isStripeSignature(body, header, webhookSecrets, now)

  it('is accepted under either secret, from five minutes before and after, among others that do not match', () => {
    for (const secret of webhookSecrets)
      for (const time of [at, at - 300, at + 300]) expect(isTaken(signStripe(payload, secret, time))).toBe(true)
    const two = `${signStripe(payload, 'whsec_other', at)},${signStripe(payload, 'whsec_old', at).split(',')[1]}`
    expect(isTaken(two)).toBe(true)
  })

  it('matches Stripe’s own library', () => {
    const stripe = new Stripe('sk_test_1')
    const header = stripe.webhooks.generateTestHeaderString({
      payload: payload.toString(),
      secret: 'whsec_new',
      timestamp: at,
    })
    expect(isTaken(header)).toBe(true)
  })

  it('is rejected when it is missing, of another key, of another body, old, or from the future', () => {
    const good = signStripe(payload, 'whsec_new', at)
    const bad = [
      '',
      't=,v1=',
      'nonsense',
      good.replace('v1=', 'v0='),
      good.slice(0, -2),
      good.replace(`t=${at}`, `t=${at + 1}`),
      signStripe(payload, 'whsec_wrong', at),
      signStripe(payload, 'whsec_new', at - 301),
      signStripe(payload, 'whsec_new', at + 301),
    ]
    for (const header of bad) expect({ header, taken: isTaken(header) }).toEqual({ header, taken: false })
    expect(isTaken(good, Buffer.from(`${payload} `))).toBe(false)
    expect(isTaken(good, Buffer.from(JSON.stringify(JSON.parse(payload.toString()), null, 1)))).toBe(false)
    expect(() =>
      createStripePayments({ secretKey: 'sk_test_1', webhookSecrets, apiBase: null }).parseWebhook(payload, 'x', now),
    ).toThrow(BadSignature)
  })
})
