import { testBilling } from '@everkin/testing/billing-services.ts'
import { createTestPerson } from '@everkin/testing/builders.ts'
import { type StripeServer, startStripeServer } from '@everkin/testing/servers/stripe-server.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { createStripePayments } from '../../../providers/payments/stripe.ts'
import { recordAudit } from '../../operators/module.ts'
import { loadWallet } from '../../wallet/balance.ts'
import { charge } from '../../wallet/charge.ts'
import type { RecordAudit } from '../admin-orders.ts'
import { reconcileOrders } from '../check-order.ts'
import { createOrder } from '../create-order.ts'
import { findOrder } from '../order-store.ts'
import { payOrder } from '../pay-order.ts'
import { refundOrder } from '../refund-order.ts'
import { findOrders, loadOrderDetails } from './find-orders.ts'
import { type OperatorRefund, refundByOperator, resolveOrder } from './refund-by-operator.ts'

const CARD = '4242424242424242'
const DAY_MS = 86_400_000

describe.each(testDatabaseKinds)('orders at the desk on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  let stripe: StripeServer
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
    stripe = await startStripeServer()
  })
  afterAll(async () => {
    await stripe.close()
    await drop()
  })

  const open = async (provider: 'sandbox' | 'stripe' = 'sandbox') => {
    const payments = createStripePayments({ secretKey: stripe.secretKey, webhookSecrets: ['x'], apiBase: stripe.url })
    const { services, clock } = testBilling(db, provider === 'stripe' ? { payments } : {})
    const [person, operator] = [await createTestPerson(db), await createTestPerson(db)]
    let keys = 0
    const buy = async (productId: string) => {
      const order = await createOrder(services, person.id, { productId, idempotencyKey: `${person.id}-${++keys}` })
      const method = provider === 'stripe' ? null : CARD
      const paid = await payOrder(services, person.id, { orderId: order.id, method, confirm: false })
      if (provider === 'sandbox') return order.id
      stripe.pay(paid.clientSecret!.split('_secret_')[0]!, 'paid')
      await payOrder(services, person.id, { orderId: order.id, method: null, confirm: true })
      return order.id
    }
    const record =
      (orderId: string): RecordAudit =>
      (tx, details) =>
        recordAudit(tx, {
          actorId: operator.id,
          action: 'order.refunded',
          targetType: 'order',
          targetId: orderId,
          reason: 'request',
          details,
          now: clock.now(),
        })
    return {
      services,
      clock,
      person,
      buy,
      refund: (orderId: string, request: Partial<OperatorRefund> = {}) =>
        refundByOperator(
          services,
          { orderId, part: 'all', amount: null, seenRefunded: 0, key: newId(), ...request },
          record(orderId),
        ),
      record,
      details: (orderId: string) => loadOrderDetails(services, orderId, 'en'),
      spend: (amount: number) =>
        charge(db, {
          personId: person.id,
          asset: 'coin',
          amount,
          key: `spend-${person.id}-${++keys}`,
          cause: 'test',
          ref: null,
          now: clock.now(),
        }),
      coins: async () => (await loadWallet(db, person.id, clock.now())).coin_num,
      audits: async (orderId: string) =>
        (await db.query('select 1 from audit_entry where target_id = $1', [orderId])).length,
      refundedAtProvider: async (orderId: string) => {
        const order = await findOrder(db, orderId)
        if (provider === 'stripe') return (await payments.retrieve(order!.paymentRef!)).refundedAmount
        const [row] = await db.query<{ sum: number }>(
          `select coalesce(sum(r.amount), 0)::int as sum from sandbox_refund r
           join sandbox_payment p on p.id = r.payment_id where p.order_id = $1`,
          [orderId],
        )
        return row?.sum
      },
    }
  }

  it('finds orders by what a buyer or the provider names, by state and by day, in pages', async () => {
    const { services, person, buy, clock } = await open()
    const first = await buy('coins-100')
    clock.advance(2 * DAY_MS)
    const second = await buy('coins-500')
    await refundOrder(services, person.id, second)
    const find = async (query: Partial<Parameters<typeof findOrders>[1]>) =>
      (await findOrders(services, { limit: 20, q: person.id, ...query }, 'de')).list.map(({ id }) => id)
    expect(await find({})).toEqual([second, first])
    expect(await find({ q: first })).toEqual([first])
    const { order } = await loadOrderDetails(services, first, 'de')
    expect(order.product.name).toBe('100 Münzen')
    expect(await find({ q: order.payment_ref! })).toEqual([first])
    expect(await find({ q: '4242' })).toEqual(expect.arrayContaining([first, second]))
    expect(await find({ filter: 'fulfilled' })).toEqual([first])
    expect(await find({ filter: 'refunded' })).toEqual([second])
    expect(await find({ filter: 'decide' })).toEqual([])
    const day = (iso: string) => iso.slice(0, 10)
    expect(await find({ until: day(order.created_at) })).toEqual([first])
    expect(await find({ since: day(clock.now().toISOString()) })).toEqual([second])
    for (const q of ['nobody', "' or 1=1 --", '%', '42424']) expect(await find({ q })).toEqual([])
    const page = await findOrders(services, { limit: 1, q: person.id }, 'en')
    expect(page.next_cursor).not.toBeNull()
    expect(await find({ limit: 1, cursor: page.next_cursor! })).toEqual([first])
    await expect(find({ cursor: 'x!' })).rejects.toMatchObject({ errorName: 'InvalidInput' })
    expect(page.summary.today.find(({ currency }) => currency === 'USD')).toMatchObject({
      refunded: expect.any(Number),
    })
  })

  it('refunds the unspent part by the rule for buyers, also after REFUND_DAYS', async () => {
    const { buy, refund, spend, coins, details, clock, audits } = await open()
    const orderId = await buy('coins-500')
    await spend(125)
    clock.advance(40 * DAY_MS)
    expect(await details(orderId)).toMatchObject({
      refundable: { unspent: 599, unspent_units: 375, total_units: 500, most: 799 },
    })
    expect(await refund(orderId, { part: 'unspent' })).toMatchObject({ amount: 599, state: 'done' })
    expect(await coins()).toBe(0)
    const after = await details(orderId)
    expect(after).toMatchObject({
      order: { status: 'fulfilled', state: 'partly_refunded', refunded_amount: 599 },
      refunds: [{ amount: 599, state: 'done', origin: 'operator', units: 375 }],
      refundable: { unspent: 0, most: 200 },
    })
    await expect(refund(orderId, { part: 'unspent', seenRefunded: 599 })).rejects.toMatchObject({
      textKey: 'noRefund',
    })
    expect(await refund(orderId, { part: 'all', seenRefunded: 599 })).toMatchObject({ amount: 200 })
    expect((await details(orderId)).order.state).toBe('refunded')
    expect(await audits(orderId)).toBe(2)
  })

  it('refunds an amount and takes the same share of what is unspent, never more than there is', async () => {
    const { buy, refund, spend, coins, details } = await open()
    const orderId = await buy('coins-500')
    expect(await refund(orderId, { part: 'amount', amount: 200 })).toMatchObject({ amount: 200, state: 'done' })
    expect(await coins()).toBe(500 - 125)
    await spend(375)
    const request = { part: 'amount', amount: 100, seenRefunded: 200 } as const
    expect(await refund(orderId, request)).toMatchObject({ amount: 100, state: 'done' })
    expect([await coins(), (await details(orderId)).units]).toEqual([0, { total: 500, taken: 125, owed: 0 }])
    await expect(refund(orderId, { ...request, amount: 500, seenRefunded: 300 })).rejects.toMatchObject({
      errorName: 'InvalidInput',
    })
    await expect(refund(orderId, { ...request, amount: null, seenRefunded: 300 })).rejects.toMatchObject({
      errorName: 'InvalidInput',
    })
    await expect(refund('no-such-order')).rejects.toMatchObject({ errorName: 'NotFound' })
  })

  it.each(['sandbox', 'stripe'] as const)(
    'never refunds twice at %s, however often it is asked at once (PAY-15)',
    async (at) => {
      const { buy, refund, coins, audits, refundedAtProvider } = await open(at)
      const sameKey = await buy('coins-500')
      const key = newId()
      const repeated = await Promise.all(
        Array.from({ length: 20 }, () => refund(sameKey, { part: 'amount', amount: 300, key })),
      )
      for (const one of repeated) expect(one).toMatchObject({ amount: 300 })
      expect([await refundedAtProvider(sameKey), await audits(sameKey)]).toEqual([300, 1])

      // Several operators press the button at the same moment: one of them refunds, the others learn that it has changed.
      const before = await coins()
      const otherKeys = await buy('coins-500')
      const raced = await Promise.allSettled(
        Array.from({ length: 10 }, () => refund(otherKeys, { part: 'amount', amount: 300 })),
      )
      expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const one of raced)
        if (one.status === 'rejected')
          expect(one.reason).toMatchObject({ errorName: 'Conflict', textKey: 'orderChanged' })
      expect([await refundedAtProvider(otherKeys), await audits(otherKeys)]).toEqual([300, 1])
      expect(await coins()).toBe(before + 500 - Math.floor((500 * 300) / 799))
    },
    60_000,
  )

  it('does not refund twice when buyer and operator ask at once', async () => {
    const { services, person, buy, refund, refundedAtProvider } = await open()
    const orderId = await buy('coins-500')
    await Promise.allSettled([refund(orderId), refundOrder(services, person.id, orderId), refund(orderId)])
    expect(await refundedAtProvider(orderId)).toBe(799)
  })

  it('sends the refund when Stripe is back, and restores the contents when Stripe rejects it', async () => {
    const { services, buy, refund, coins, clock, details } = await open('stripe')
    const away = await buy('coins-100')
    stripe.behave('fail')
    const key = newId()
    expect(await refund(away, { key })).toMatchObject({ amount: 199, state: 'requested' })
    expect([await coins(), (await details(away)).refundable]).toEqual([0, null])
    stripe.behave('well')
    clock.advance(2 * 60_000)
    await reconcileOrders(services)
    expect(await refund(away, { key })).toMatchObject({ amount: 199, state: 'done' })
    expect((await details(away)).order.state).toBe('refunded')

    const refused = await buy('coins-100')
    stripe.dispute((await findOrder(db, refused))!.paymentRef!, 'needs_response') // its webhook has not arrived
    expect(await refund(refused)).toMatchObject({ state: 'refused' })
    expect(await coins()).toBe(100)
  }, 60_000)

  it('resolves a flagged order once, and rejects what its state does not allow', async () => {
    const { services, buy, record, details, coins } = await open()
    const orderId = await buy('coins-100')
    expect((await details(orderId)).resolutions).toEqual([])
    const resolve = (resolution: 'accept' | 'return' | 'forgive', id = orderId) =>
      resolveOrder(services, { orderId: id, resolution }, record(id))
    expect(await resolve('accept')).toBe(false)
    const held = await createOrder(services, (await findOrder(db, orderId))!.personId, {
      productId: 'coins-500',
      idempotencyKey: newId(),
    })
    await db.query(`update purchase_order set state = 'review', paid_at = created_at where id = $1`, [held.id])
    expect((await details(held.id)).resolutions).toEqual(['accept', 'return'])
    const all = await Promise.all([1, 2, 3].map(() => resolve('accept', held.id)))
    expect(all.filter(Boolean)).toHaveLength(1)
    expect([await coins(), (await details(held.id)).order.state]).toEqual([600, 'fulfilled'])
    await expect(resolve('accept', 'no-such-order')).rejects.toMatchObject({ errorName: 'NotFound' })
  })
})
