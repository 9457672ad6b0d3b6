import { testAccounts } from '@everkin/testing/account-services.ts'
import { testStripeBilling } from '@everkin/testing/billing-services.ts'
import { createTestPerson } from '@everkin/testing/builders.ts'
import { type StripeServer, startStripeServer } from '@everkin/testing/servers/stripe-server.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { deleteAccount } from '../accounts/deletion/delete-account.ts'
import { loadPerson } from '../accounts/person.ts'
import { loadWallet } from '../wallet/balance.ts'
import { charge } from '../wallet/charge.ts'
import { listOrdersForReview, returnOrder } from './admin-orders.ts'
import { reconcileOrders } from './check-order.ts'
import { createOrder } from './create-order.ts'
import { loadOrderDetails } from './desk/find-orders.ts'
import { type OperatorRefund, refundByOperator } from './desk/refund-by-operator.ts'
import { findOrder } from './order-store.ts'
import { payOrder } from './pay-order.ts'
import { refundOrder } from './refund-order.ts'
import { orderView } from './views.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const noAudit = async () => undefined

describe.each(testDatabaseKinds)('refunds that fail after Stripe accepted them, on %s', (kind) => {
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

  /** A person with an order that Stripe has to be paid for. */
  const begin = async (productId = 'coins-500') => {
    const { services, clock, send } = testStripeBilling(db, stripe)
    const person = await createTestPerson(db)
    const { id: orderId } = await createOrder(services, person.id, { productId, idempotencyKey: newId() })
    const { clientSecret } = await payOrder(services, person.id, { orderId, method: null, confirm: false })
    const ref = clientSecret?.split('_secret_')[0] ?? ''
    let sent = stripe.events.length
    return {
      services,
      clock,
      person,
      orderId,
      ref,
      send,
      sendNew: async () => {
        const events = stripe.events.slice(sent)
        sent = stripe.events.length
        for (const event of events) await send(event)
        return events
      },
      refund: (request: Partial<OperatorRefund>) =>
        refundByOperator(
          services,
          { orderId, part: 'all', amount: null, seenRefunded: 0, key: newId(), ...request },
          noAudit,
        ),
      order: () => findOrder(db, orderId),
      view: async () => orderView((await findOrder(db, orderId))!, { locale: 'en', refundDays: 14, now: clock.now() }),
      details: () => loadOrderDetails(services, orderId, 'en'),
      needsDecision: async () => (await listOrdersForReview(services)).some(({ id }) => id === orderId),
      memberUntil: async () => (await loadPerson(db, person.id))!.memberUntilSeconds,
      coins: async () => (await loadWallet(db, person.id, clock.now())).coin_num,
    }
  }
  const paid = async (productId?: string) => {
    const order = await begin(productId)
    stripe.pay(order.ref, 'paid')
    await order.sendNew()
    return order
  }
  const spend = (personId: string, amount: number, now: Date) =>
    charge(db, { personId, asset: 'coin', amount, key: newId(), cause: 'test', ref: null, now })

  it.each(['failed', 'canceled'] as const)(
    'gives back what a %s refund took, once, and can be refunded again (PAY-16)',
    async (how) => {
      const { services, clock, person, orderId, ref, send, sendNew, order, view, details, coins, needsDecision } =
        await paid()
      await spend(person.id, 100, clock.now())
      await refundOrder(services, person.id, orderId)
      await sendNew()
      expect([await coins(), (await view()).refunded_amount]).toEqual([0, 639])
      clock.advance(3 * DAY_MS)
      stripe.failRefund(ref, how)
      const events = await sendNew()
      for (const event of events) await send({ ...event, id: `${event.id}_again` })
      expect(await coins()).toBe(400)
      expect(await view()).toMatchObject({
        status: 'fulfilled',
        refunded_amount: 0,
        refund_pending: false,
        refundable_until: expect.any(String),
      })
      expect(await details()).toMatchObject({
        order: { state: 'fulfilled' },
        failed_refund: 639,
        refunds: [{ amount: 639, state: 'failed', origin: 'buyer' }],
        refundable: { unspent: 639, most: 799 },
        units: { taken: 0 },
      })
      expect(await needsDecision()).toBe(true)

      // Also when the provider is asked, and when an older event arrives late.
      await reconcileOrders(services)
      const older = stripe.events.findLast(
        ({ type, data }) => type === 'charge.refunded' && data.object.payment_intent === ref,
      )!
      await send({ ...older, id: `${older.id}_late` })
      clock.advance(MINUTE_MS)
      await reconcileOrders(services)
      expect([await coins(), (await order())?.state]).toEqual([400, 'fulfilled'])

      await refundOrder(services, person.id, orderId)
      await sendNew()
      expect([await coins(), (await view()).refunded_amount, await needsDecision()]).toEqual([0, 639, false])
      expect(await details()).toMatchObject({ order: { state: 'partly_refunded' }, failed_refund: 0 })
    },
  )

  it('shows a failure of everything to the operator, who refunds it again', async () => {
    const { refund, sendNew, ref, clock, details, coins, needsDecision, order } = await paid()
    await refund({ part: 'all' })
    await sendNew()
    for (let times = 0; times < 2; times++) {
      expect([await coins(), (await order())?.state, await needsDecision()]).toEqual([0, 'refunded', false])
      clock.advance(DAY_MS)
      stripe.failRefund(ref, 'failed')
      await sendNew()
      const { order: shown, events, failed_refund, refundable } = await details()
      expect([shown.state, failed_refund, refundable?.most, await coins()]).toEqual(['fulfilled', 799, 799, 500])
      expect(events.at(-1)).toMatchObject({ event: 'refund_failed', state: 'fulfilled' })
      clock.advance(MINUTE_MS)
      expect(await refund({ part: 'all' })).toMatchObject({ amount: 799, state: 'done' })
      await sendNew()
    }
    clock.advance(MINUTE_MS)
    expect([await coins(), (await details()).failed_refund]).toEqual([0, 0])
  })

  it('keeps what other refunds of the order returned', async () => {
    const { refund, sendNew, ref, clock, view, details, coins } = await paid()
    await refund({ part: 'amount', amount: 200 })
    await refund({ part: 'amount', amount: 599, seenRefunded: 200 })
    await sendNew()
    expect((await view()).status).toBe('refunded')
    stripe.failRefund(ref, 'failed') // the second one
    await sendNew()
    clock.advance(MINUTE_MS)
    expect(await details()).toMatchObject({
      order: { state: 'partly_refunded', refunded_amount: 200 },
      refundable: { most: 599 },
    })
    expect(await coins()).toBe(375)
  })

  it('gives back what a refund of the dashboard took, and lists that refund', async () => {
    const { services, sendNew, ref, details, coins, needsDecision } = await paid()
    stripe.refund(ref, 400)
    await sendNew()
    expect(await coins()).toBe(250)
    stripe.failRefund(ref, 'failed')
    await sendNew()
    expect(await details()).toMatchObject({
      order: { state: 'fulfilled', refunded_amount: 0 },
      failed_refund: 400,
      refunds: [{ amount: 400, units: 0, state: 'failed', origin: 'provider' }],
    })
    expect([await coins(), await needsDecision()]).toEqual([500, true])
    stripe.refund(ref, 799)
    await sendNew()
    await reconcileOrders(services)
    expect(await details()).toMatchObject({ order: { state: 'refunded', refunded_amount: 799 }, failed_refund: 0 })
    expect(await coins()).toBe(0)
  })

  it('learns of a failure before it knows that the refund was accepted', async () => {
    const { services, refund, sendNew, ref, clock, coins, details, order } = await paid()
    stripe.behave('fail')
    const key = newId()
    expect(await refund({ key })).toMatchObject({ state: 'requested' })
    stripe.behave('well')
    // Stripe has it, and the process died before it stored the answer.
    await services.payments!.refund(ref, { refundId: (await details()).refunds[0]!.id, amount: 799 })
    stripe.failRefund(ref, 'failed')
    await sendNew()
    expect([await coins(), (await order())?.state]).toEqual([500, 'fulfilled'])
    expect(await order()).toMatchObject({ pendingRefund: 0, ownRefund: 0, refundUnits: 0, refundedAmount: 0 })
    clock.advance(DAY_MS)
    await reconcileOrders(services)
    expect(await details()).toMatchObject({ order: { state: 'fulfilled', refunded_amount: 0 }, failed_refund: 799 })
    expect(await refund({ key })).toMatchObject({ state: 'failed' })
    expect(await coins()).toBe(500)
  })

  it('restores a membership', async () => {
    const { services, person, orderId, sendNew, ref, memberUntil } = await paid('membership-30')
    const before = await memberUntil()
    await refundOrder(services, person.id, orderId)
    await sendNew()
    expect(await memberUntil()).not.toBe(before)
    stripe.failRefund(ref, 'failed')
    await sendNew()
    expect(await memberUntil()).toBe(before)
  })

  it('takes nothing back from a person whose payment the bank disputes meanwhile', async () => {
    const { refund, sendNew, ref, coins, order } = await paid()
    await refund({ part: 'all' })
    stripe.dispute(ref, 'needs_response')
    stripe.failRefund(ref, 'failed')
    await sendNew()
    expect([await coins(), (await order())?.state]).toEqual([0, 'disputed'])
    stripe.dispute(ref, 'won')
    await sendNew()
    expect([await coins(), (await order())?.state]).toEqual([500, 'dispute_won'])
  })

  it('holds an order again whose payment was to be returned, so that the rest of it can be', async () => {
    const { services, orderId, sendNew, ref, clock, coins, details, order } = await begin()
    stripe.receive(ref, 600)
    await sendNew()
    expect(await returnOrder(services, orderId, noAudit)).toBe(true)
    await reconcileOrders(services)
    await sendNew()
    expect(await order()).toMatchObject({ state: 'refunded', refundedAmount: 600 })
    stripe.failRefund(ref, 'failed')
    await sendNew()
    expect(await details()).toMatchObject({
      order: { state: 'review', refunded_amount: 0 },
      failed_refund: 600,
      resolutions: ['accept', 'return'],
    })
    clock.advance(MINUTE_MS)
    await reconcileOrders(services)
    expect(await returnOrder(services, orderId, noAudit)).toBe(true)
    await reconcileOrders(services)
    expect(await order()).toMatchObject({ state: 'refunded', refundedAmount: 600, pendingRefund: 0 })
    expect(await coins()).toBe(0)
  })

  it('holds the order of an erased buyer whose refund failed', async () => {
    const { services, person, orderId, sendNew, ref, clock, order, needsDecision } = await begin()
    stripe.pay(ref, 'paid')
    await deleteAccount({ ...testAccounts(db).services, clock }, person.id)
    await sendNew()
    await reconcileOrders(services)
    await sendNew()
    expect((await order())?.state).toBe('refunded')
    stripe.failRefund(ref, 'failed')
    await sendNew()
    expect([(await order())?.state, await needsDecision()]).toEqual(['review', true])
    expect(await returnOrder(services, orderId, noAudit)).toBe(true)
    await reconcileOrders(services)
    expect((await order())?.state).toBe('refunded')
  })

  it('ignores the failure of a refund of someone else’s payment', async () => {
    const [mine, other] = [await paid(), await paid()]
    stripe.refund(other.ref, 300)
    stripe.failRefund(other.ref, 'failed')
    const events = await other.sendNew()
    const failed = events.at(-1)!
    await mine.send({
      ...failed,
      id: 'evt_unknown',
      data: { object: { ...failed.data.object, payment_intent: 'pi_unknown' } },
    })
    expect([await mine.coins(), (await mine.order())?.state]).toEqual([500, 'fulfilled'])
    expect((await mine.details()).refunds).toEqual([])
  })
})
