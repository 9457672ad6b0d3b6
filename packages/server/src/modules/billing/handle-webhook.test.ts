import { gzipSync } from 'node:zlib'
import { type StripeServer, signStripe, startStripeServer } from '@everkin/testing/servers/stripe-server.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const SECRET = 'whsec_of_a_test'

describe('buying over HTTP, paid by Stripe', () => {
  let stripe: StripeServer
  let server: TestServer
  let mara: TestPerson
  beforeAll(async () => {
    stripe = await startStripeServer()
    server = await startTestServer({
      settings: {
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_PUBLISHABLE_KEY: 'pk_test_of_a_test',
        STRIPE_WEBHOOK_SECRET: `whsec_before,${SECRET}`,
        STRIPE_API_BASE: stripe.url,
        RATE_LIMITS: 'on',
      },
    })
    mara = await server.signIn()
  })
  afterAll(async () => {
    await server.end()
    await stripe.close()
  })

  let keys = 0
  const begin = async () => {
    const body = { product_id: 'coins-100', idempotency_key: `key-of-a-test-${++keys}` }
    const { data: order } = await mara.call('POST /api/order/create', { body })
    const { data } = await mara.call('POST /api/order/payment', { body: { order_id: order.id } })
    return { orderId: order.id, ref: data.client_secret?.split('_secret_')[0] ?? '' }
  }
  const now = () => Math.floor(Date.now() / 1000)
  const send = (body: Uint8Array | string, headers: Record<string, string>) =>
    fetch(`${server.origin}/api/payment/stripeWebhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
  const statusOf = async (orderId: string) =>
    (await mara.call('GET /api/order/status', { query: { order_id: orderId } })).data.status
  const lastEvent = () => `${JSON.stringify(stripe.events.at(-1), null, 2)}\n` // not as JSON.stringify would write it again

  it('names the payment provider, and nothing secret', async () => {
    const { data } = await server.call('GET /api/config')
    expect(data).toMatchObject({
      payment_provider: 'stripe',
      stripe_publishable_key: 'pk_test_of_a_test',
      refund_days: 14,
    })
    expect(JSON.stringify(data)).not.toMatch(/sk_|whsec/)
  })

  it('verifies a signed event byte for byte, and notifies every device', async () => {
    const { orderId, ref } = await begin()
    const device = await mara.connect()
    stripe.pay(ref, 'paid')
    const body = lastEvent()
    const reply = await send(body, { 'stripe-signature': signStripe(body, SECRET, now()) })
    expect([reply.status, await reply.json()]).toEqual([200, { code: 1, msg: '', data: {} }])
    const frame = await device.next('order.updated', (sent) => sent.order.id === orderId)
    expect(frame.order).toMatchObject({ status: 'fulfilled' })
    expect((await device.next('wallet.updated')).wallet.coin_num).toBe(100)
    device.close()

    const late = await mara.connect()
    late.send({ type: 'sync', user_rev: 0, chats: [], streams: [] })
    expect((await late.next('order.updated')).order).toMatchObject({ id: orderId, status: 'fulfilled' })
    late.close()
  })

  it('rejects an unsigned or altered event with 400 and changes nothing (PAY-04)', async () => {
    const { orderId, ref } = await begin()
    stripe.pay(ref, 'paid')
    const body = lastEvent()
    const good = { 'stripe-signature': signStripe(body, SECRET, now()) }
    const refused: [string, Uint8Array | string, Record<string, string>][] = [
      ['no signature', body, {}],
      ['another key', body, { 'stripe-signature': signStripe(body, 'whsec_wrong', now()) }],
      ['an altered byte', body.replace('199', '198'), good],
      ['written again', JSON.stringify(JSON.parse(body)), good],
      ['old', body, { 'stripe-signature': signStripe(body, SECRET, now() - 302) }],
      ['of the future', body, { 'stripe-signature': signStripe(body, SECRET, now() + 320) }],
      ['compressed', gzipSync(body), { ...good, 'content-encoding': 'gzip' }],
      ['nothing', '', good],
    ]
    for (const [what, sent, headers] of refused) {
      const reply = await send(sent, headers)
      expect({ what, status: reply.status }).toEqual({ what, status: 400 })
    }
    expect(await statusOf(orderId)).toBe('awaiting_payment')
    expect((await send(body, good)).status).toBe(200)
    expect(await statusOf(orderId)).toBe('fulfilled')
  })

  it('accepts two hundred a minute, more than any person may send', async () => {
    const body = lastEvent()
    const headers = { 'stripe-signature': signStripe(body, SECRET, now()) }
    const replies = await Promise.all(Array.from({ length: 200 }, () => send(body, headers)))
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    expect((await mara.call('GET /api/user/info')).data.wallet.coin_num).toBe(200)
  })

  it('does not make the page wait for the webhook when `confirm` is set', async () => {
    const { orderId, ref } = await begin()
    stripe.pay(ref, 'paid')
    const { data } = await mara.call('POST /api/order/payment', { body: { order_id: orderId, confirm: true } })
    expect(data).toMatchObject({ order: { status: 'fulfilled', last_four: '4242' }, provider: 'stripe' })
    expect(data).not.toHaveProperty('client_secret')
  })

  it('reports that nothing was charged while Stripe is down, and leaves the order unchanged (PAY-13)', async () => {
    const body = { product_id: 'coins-100', idempotency_key: 'while-stripe-is-away' }
    const { data: order } = await mara.call('POST /api/order/create', { body })
    stripe.behave('fail')
    const refused = await mara.call('POST /api/order/payment', { body: { order_id: order.id } })
    stripe.behave('well')
    expect([refused.status, refused.code]).toEqual([503, 9002])
    expect(refused.msg).toContain('Nothing has been charged')
    expect(await statusOf(order.id)).toBe('created')
    expect((await mara.call('POST /api/order/payment', { body: { order_id: order.id } })).code).toBe(1)
  }, 30_000)

  it('answers another person’s order like an unknown id (PAY-10)', async () => {
    const { orderId } = await begin()
    const stranger = await server.signIn()
    for (const call of ['GET /api/order/status', 'GET /api/order/receipt', 'GET /api/order/refundQuote'] as const) {
      const [there, nowhere] = [
        await stranger.call(call, { query: { order_id: orderId } }),
        await stranger.call(call, { query: { order_id: 'no-such-order' } }),
      ]
      expect([there.status, there.code]).toEqual([404, 1003])
      expect(there).toEqual(nowhere)
    }
    for (const call of ['POST /api/order/payment', 'POST /api/order/cancel', 'POST /api/order/refund'] as const)
      expect((await stranger.call(call, { body: { order_id: orderId } })).code).toBe(1003)
    expect((await stranger.call('GET /api/order/list')).data).toEqual({ list: [], next_cursor: null })
    const own = await mara.call('GET /api/order/list', { query: { limit: 2 } })
    expect(own.data.list[0]?.id).toBe(orderId)
    const next = await mara.call('GET /api/order/list', { query: { limit: 2, cursor: own.data.next_cursor ?? '' } })
    expect(next.data.list).toHaveLength(2)
    expect(new Set([...own.data.list, ...next.data.list].map((order) => order.id)).size).toBe(4)
    expect((await mara.call('GET /api/order/list', { query: { cursor: 'x' } })).code).toBe(1000)
  })
})
