import { testAccounts } from '@everkin/testing/account-services.ts'
import { testStripeBilling } from '@everkin/testing/billing-services.ts'
import { createTestPerson } from '@everkin/testing/builders.ts'
import { type StripeServer, startStripeServer } from '@everkin/testing/servers/stripe-server.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { newId } from '../../../platform/ids.ts'
import { deleteAccount } from '../../accounts/deletion/delete-account.ts'
import { recordAudit } from '../../operators/module.ts'
import { loadWallet } from '../../wallet/balance.ts'
import { acceptOrder, listOrdersForReview, type RecordAudit, returnOrder } from '../admin-orders.ts'
import { reconcileOrders } from '../check-order.ts'
import { createOrder } from '../create-order.ts'
import { loadReceipt } from '../orders.ts'
import { payOrder } from '../pay-order.ts'
import { orderView } from '../views.ts'
import { findOrders, loadOrderDetails } from './find-orders.ts'
import { markPaidOutside } from './mark-paid-outside.ts'
import { refundByOperator } from './refund-by-operator.ts'

describe.each(testDatabaseKinds)('what operators pay or receive otherwise than ordered, on %s', (kind) => {
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

  /** An order of 500 coins for 7.99 dollars that Stripe has to be paid for. */
  const begin = async () => {
    const { services, clock, send } = testStripeBilling(db, stripe)
    const [person, operator] = [await createTestPerson(db), await createTestPerson(db)]
    const { id: orderId } = await createOrder(services, person.id, { productId: 'coins-500', idempotencyKey: newId() })
    const { clientSecret } = await payOrder(services, person.id, { orderId, method: null, confirm: false })
    const ref = clientSecret?.split('_secret_')[0] ?? ''
    let sent = stripe.events.length
    const sendNew = async () => {
      const events = stripe.events.slice(sent)
      sent = stripe.events.length
      for (const event of events) await send(event)
    }
    const record: RecordAudit = (tx, details) =>
      recordAudit(tx, {
        actorId: operator.id,
        action: 'order.paid_outside',
        targetType: 'order',
        targetId: orderId,
        details,
        now: clock.now(),
      })
    const receipt = () => loadReceipt(db, person.id, orderId)
    return {
      services,
      clock,
      person,
      orderId,
      ref,
      record,
      sendNew,
      settle: async () => {
        clock.advance(MINUTE_MS)
        await reconcileOrders(services)
        await sendNew()
      },
      refund: (part: 'all' | 'amount' = 'all', amount: number | null = null, seenRefunded = 0) =>
        refundByOperator(services, { orderId, part, amount, seenRefunded, key: newId() }, async () => undefined),
      mark: (seenFailed: number, note = 'Bank transfer, 12 March') =>
        markPaidOutside(services, { orderId, seenFailed, note }, record),
      details: () => loadOrderDetails(services, orderId, 'en'),
      view: async () => orderView((await receipt()).order, { locale: 'en', refundDays: 14, now: clock.now() }),
      refundsOnReceipt: async () => (await receipt()).refunds.map(({ amount }) => amount),
      needsDecision: async () => (await listOrdersForReview(services)).some(({ id }) => id === orderId),
      coins: async () => (await loadWallet(db, person.id, clock.now())).coin_num,
      audits: () =>
        db.query<{ details: string }>('select details from audit_entry where target_id = $1 order by seq', [orderId]),
    }
  }
  const paid = async () => {
    const order = await begin()
    stripe.pay(order.ref, 'paid')
    await order.sendNew()
    return order
  }
  /** An order whose refund of this amount has failed. */
  const failed = async (amount = 799) => {
    const order = await paid()
    await order.refund('amount', amount)
    await order.sendNew()
    stripe.failRefund(order.ref, 'failed')
    await order.sendNew()
    return order
  }

  it('a failed refund that was paid in another way counts as a refund, once (PAY-16)', async () => {
    const { mark, settle, details, view, refundsOnReceipt, needsDecision, coins, audits, refund } = await failed()
    expect([await coins(), await needsDecision(), await refundsOnReceipt()]).toEqual([500, true, []])
    await expect(mark(700)).rejects.toMatchObject({ errorName: 'Conflict', textKey: 'orderChanged' })
    expect(await Promise.all([mark(799), mark(799)])).toEqual(expect.arrayContaining([true, false]))
    await settle()
    expect([await coins(), await needsDecision(), await refundsOnReceipt()]).toEqual([0, false, [799]])
    expect(await view()).toMatchObject({ status: 'refunded', refunded_amount: 799, refundable_until: null })
    expect(await details()).toMatchObject({
      order: { state: 'refunded', refunded_amount: 799, paid_outside: 799 },
      failed_refund: 0,
      refundable: null,
      refunds: [{ amount: 799, state: 'paid_outside', note: 'Bank transfer, 12 March' }],
    })
    expect(await audits()).toEqual([{ details: '{"amount":799,"currency":"USD"}' }])
    await expect(refund('all', null, 799)).rejects.toMatchObject({ errorName: 'Conflict' })
    expect(await mark(799)).toBe(false)
  })

  it('of a part that was paid in another way, only the rest can be refunded', async () => {
    const { mark, settle, details, refund, sendNew, coins } = await failed(400)
    expect(await mark(400)).toBe(true)
    expect(await details()).toMatchObject({
      order: { state: 'partly_refunded', refunded_amount: 400 },
      refundable: { most: 399 },
    })
    expect(await coins()).toBe(250)
    expect(await refund('all', null, 400)).toMatchObject({ amount: 399, state: 'done' })
    await sendNew()
    await settle()
    expect(await details()).toMatchObject({ order: { state: 'refunded', refunded_amount: 799, paid_outside: 400 } })
    expect(await coins()).toBe(0)
  })

  it('takes back the share of a refund of the dashboard that failed', async () => {
    const { ref, mark, sendNew, coins } = await paid()
    stripe.refund(ref, 400)
    await sendNew()
    stripe.failRefund(ref, 'failed')
    await sendNew()
    expect(await coins()).toBe(500)
    expect(await mark(400)).toBe(true)
    expect(await coins()).toBe(250)
  })

  it('closes a held order whose payment could not be returned', async () => {
    const { services, orderId, ref, mark, settle, sendNew, details, needsDecision } = await begin()
    stripe.receive(ref, 600)
    await sendNew()
    await returnOrder(services, orderId, async () => undefined)
    await settle()
    stripe.failRefund(ref, 'failed')
    await sendNew()
    expect(await mark(600)).toBe(true)
    await settle()
    expect(await details()).toMatchObject({ order: { state: 'refunded', refunded_amount: 600 }, resolutions: [] })
    expect(await needsDecision()).toBe(false)
  })

  it('keeps no note once the buyer is erased', async () => {
    const { services, person, orderId, mark, details, clock } = await failed()
    await mark(799, 'In my own words.')
    await deleteAccount({ ...testAccounts(db).services, clock }, person.id)
    expect((await details()).refunds).toMatchObject([{ state: 'paid_outside', note: '' }])
    const request = { orderId: newId(), seenFailed: 1, note: '' }
    await expect(markPaidOutside(services, request, async () => undefined)).rejects.toMatchObject({
      errorName: 'NotFound',
    })
    expect(await markPaidOutside(services, { ...request, orderId }, async () => undefined)).toBe(false)
  })

  it.each([
    ['another amount', 600, 'USD'],
    ['another currency', 799, 'EUR'],
  ])('%s is shown as it was received, and returned so', async (_what, amount, currency) => {
    const { services, orderId, ref, settle, sendNew, details, view } = await begin()
    expect((await view()).received).toBeNull()
    stripe.receive(ref, amount, currency.toLowerCase())
    await sendNew()
    const received = { amount, currency }
    expect(await view()).toMatchObject({ amount: 799, currency: 'USD', received, under_review: true })
    expect(await details()).toMatchObject({ order: { state: 'review', amount: 799, received } })
    const audits: object[] = []
    await returnOrder(services, orderId, async (_tx, facts) => void audits.push(facts))
    await settle()
    expect(await view()).toMatchObject({ status: 'refunded', refunded_amount: amount, received })
    expect(audits).toEqual([received])
  })

  it('counts a delivered order with what was received for it, and refunds the unspent share of that', async () => {
    const { services, orderId, ref, sendNew, details, refund, view } = await begin()
    const before = await findOrders(services, { limit: 1 }, 'en')
    stripe.receive(ref, 600, 'chf')
    await sendNew()
    await acceptOrder(services, orderId, async () => undefined)
    const { summary } = await findOrders(services, { limit: 1 }, 'en')
    expect(summary.today).toEqual([{ currency: 'CHF', orders: 1, amount: 600, refunded: 0 }, ...before.summary.today])
    expect((await details()).refundable).toMatchObject({ unspent: 600, most: 600 })
    expect(await refund('amount', 300)).toMatchObject({ amount: 300 })
    expect(await details()).toMatchObject({ units: { taken: 250 } })
    expect(await view()).toMatchObject({ refunded_amount: 300, received: { amount: 600, currency: 'CHF' } })
  })
})
