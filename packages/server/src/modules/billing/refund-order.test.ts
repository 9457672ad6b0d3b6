import { testAccounts } from '@everkin/testing/account-services.ts'
import { testBilling } from '@everkin/testing/billing-services.ts'
import { createTestPerson } from '@everkin/testing/builders.ts'
import { type StripeServer, startStripeServer } from '@everkin/testing/servers/stripe-server.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { createStripePayments } from '../../providers/payments/stripe.ts'
import { deleteAccount } from '../accounts/deletion/delete-account.ts'
import { loadPerson } from '../accounts/person.ts'
import { loadWallet } from '../wallet/balance.ts'
import { charge, refund } from '../wallet/charge.ts'
import { reconcileOrders } from './check-order.ts'
import { createOrder } from './create-order.ts'
import { exportOrders } from './erase-orders.ts'
import { findOrder } from './order-store.ts'
import { loadReceipt } from './orders.ts'
import { payOrder } from './pay-order.ts'
import { quoteRefund, refundOrder } from './refund-order.ts'
import { exportSpendingCap, loadSpendingCap, saveSpendingCap } from './spending-cap.ts'

const CARD = '4242424242424242'
const DAY_MS = 86_400_000

describe.each(testDatabaseKinds)('refunds on %s', (kind) => {
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

  const open = async (overrides: { messages?: number; coins?: number; provider?: 'sandbox' | 'stripe' } = {}) => {
    const payments = createStripePayments({ secretKey: stripe.secretKey, webhookSecrets: ['x'], apiBase: stripe.url })
    const { services, clock } = testBilling(db, overrides.provider === 'stripe' ? { payments } : {})
    const person = await createTestPerson(db, overrides)
    let keys = 0
    const order = (productId: string) =>
      createOrder(services, person.id, { productId, idempotencyKey: `key-${person.id}-${++keys}` })
    const pay = (orderId: string, method: string | null = CARD) =>
      payOrder(services, person.id, { orderId, method, confirm: false })
    return {
      services,
      clock,
      person,
      order,
      pay,
      buy: async (productId: string) => (await pay((await order(productId)).id)).order.id,
      spend: (amount: number, key = `spend-${person.id}-${++keys}`) =>
        charge(db, { personId: person.id, asset: 'coin', amount, key, cause: 'test', ref: null, now: clock.now() }),
      wallet: async () => loadWallet(db, person.id, clock.now()),
      until: async () => (await loadPerson(db, person.id))!.memberUntilSeconds * 1000,
      state: async (orderId: string) => (await findOrder(db, orderId))?.state,
    }
  }

  it('refunds the unspent share of coins; gifts are spent first, and a refunded charge counts as unspent', async () => {
    const { services, person, buy, spend, wallet, clock, state } = await open({ coins: 50 })
    const orderId = await buy('coins-500')
    await spend(50)
    expect(await quoteRefund(services, person.id, orderId)).toMatchObject({ amount: 799, unspent: 500, total: 500 })
    await spend(100, `unlock-${person.id}`)
    await spend(125)
    await refund(db, { key: `unlock-${person.id}`, cause: 'test_refund', now: clock.now() })
    expect(await quoteRefund(services, person.id, orderId)).toMatchObject({ amount: 599, unspent: 375 })
    expect(await refundOrder(services, person.id, orderId)).toMatchObject({ amount: 599, isDone: true })
    expect([await state(orderId), (await wallet()).coin_num]).toEqual(['partly_refunded', 0])
    await expect(refundOrder(services, person.id, orderId)).rejects.toMatchObject({ errorName: 'Conflict' })
    const { refunds } = await loadReceipt(db, person.id, orderId)
    expect(refunds).toMatchObject([{ amount: 599, state: 'done' }])
  })

  it('leaves gifts and other purchases alone', async () => {
    const { services, person, buy, wallet, state } = await open({ coins: 30 })
    const [first, second] = [await buy('coins-100'), await buy('coins-500')]
    await refundOrder(services, person.id, second)
    expect([await state(first), await state(second), (await wallet()).coin_num]).toEqual(['fulfilled', 'refunded', 130])
  })

  it('has one effect when it is requested fifty times at once', async () => {
    const { services, person, buy, wallet } = await open({ coins: 1 })
    const orderId = await buy('coins-100')
    const asked = await Promise.allSettled(Array.from({ length: 50 }, () => refundOrder(services, person.id, orderId)))
    expect(asked.some((one) => one.status === 'fulfilled')).toBe(true)
    for (const one of asked) if (one.status === 'rejected') expect(one.reason).toMatchObject({ errorName: 'Conflict' })
    const [payment] = await db.query('select refunded_amount from sandbox_payment where order_id = $1', [orderId])
    expect([payment, (await wallet()).coin_num]).toEqual([{ refunded_amount: 199 }, 1])
  })

  it('refunds the days of a membership that have not started, and all of one that has not started', async () => {
    const { services, person, buy, until, clock } = await open()
    const start = clock.now().getTime()
    const [running, waiting] = [await buy('membership-30'), await buy('membership-365')]
    clock.advance(10.5 * DAY_MS)
    expect(await quoteRefund(services, person.id, running)).toMatchObject({ unspent: 19, total: 30, amount: 633 })
    expect(await quoteRefund(services, person.id, waiting)).toMatchObject({ unspent: 365, total: 365, amount: 5999 })
    await refundOrder(services, person.id, running)
    // The current day is theirs to its end; then the year starts.
    expect(await until()).toBe(start + (11 + 365) * DAY_MS)
    expect(await refundOrder(services, person.id, waiting)).toMatchObject({ amount: 5999, isDone: true })
    expect(await until()).toBe(start + 11 * DAY_MS)
  })

  it('is closed after REFUND_DAYS, and when nothing is unspent', async () => {
    const { services, person, buy, spend, clock } = await open()
    const [late, spent] = [await buy('coins-500'), await buy('coins-100')]
    await spend(600)
    await expect(refundOrder(services, person.id, spent)).rejects.toMatchObject({ textKey: 'noRefund' })
    clock.advance(14 * DAY_MS - 1)
    expect(await quoteRefund(services, person.id, late)).toMatchObject({ amount: 0 })
    clock.advance(1)
    await expect(quoteRefund(services, person.id, late)).rejects.toMatchObject({ errorName: 'Conflict' })
  })

  it('takes the coins at once and refunds when Stripe is back; undoes a refund that Stripe rejects', async () => {
    const { services, person, order, pay, wallet, clock, state } = await open({ provider: 'stripe' })
    const buy = async () => {
      const { id } = await order('coins-100')
      const ref = (await pay(id, null)).clientSecret!.split('_secret_')[0]!
      stripe.pay(ref, 'paid')
      await payOrder(services, person.id, { orderId: id, method: null, confirm: true })
      return { id, ref }
    }
    const away = await buy()
    stripe.behave('fail')
    expect(await refundOrder(services, person.id, away.id)).toMatchObject({ amount: 199, isDone: false })
    expect([await state(away.id), (await wallet()).coin_num]).toEqual(['fulfilled', 0])
    expect(await refundOrder(services, person.id, away.id)).toMatchObject({ amount: 199, isDone: false })
    stripe.behave('well')
    clock.advance(2 * 60_000)
    await reconcileOrders(services)
    expect([await state(away.id), (await wallet()).coin_num]).toEqual(['refunded', 0])

    const refused = await buy()
    stripe.refund(refused.ref, 150) // refunded manually, before our webhook arrives
    expect(await refundOrder(services, person.id, refused.id)).toMatchObject({ isDone: false })
    expect((await wallet()).coin_num).toBe(100)
    clock.advance(DAY_MS)
    await reconcileOrders(services)
    expect([await state(refused.id), (await wallet()).coin_num]).toEqual(['partly_refunded', 25])
  }, 60_000)

  it('anonymises the buyer: open orders end, at the provider too, and later payments are refunded', async () => {
    const { services, person, order, pay, clock, buy } = await open()
    const done = await buy('coins-100')
    const [fresh, slow] = [(await order('coins-100')).id, (await order('coins-100')).id]
    await pay(slow, '4000000000000077')
    expect(await exportOrders(db, person.id)).toHaveLength(3)
    const accounts = testAccounts(db)
    await deleteAccount({ ...accounts.services, clock }, person.id)
    expect(await exportOrders(db, person.id)).toEqual([])
    for (const [orderId, state] of [
      [done, 'fulfilled'],
      [fresh, 'canceled'],
      [slow, 'canceled'],
    ] as const)
      expect(await findOrder(db, orderId)).toMatchObject({
        state,
        isErased: true,
        personId: expect.stringMatching(/^erased-/),
      })
    const rows = await db.query<{ row: string }>('select t::text as row from purchase_order t')
    for (const { row } of rows) expect(row).not.toContain(person.id)
    clock.advance(60_000)
    for (let i = 0; i < 3; i++) {
      await reconcileOrders(services)
      clock.advance(10 * 60_000)
    }
    expect(await findOrder(db, slow)).toMatchObject({ state: 'refunded', refundedAmount: 199 })
    expect(await findOrder(db, done)).toMatchObject({ state: 'fulfilled', refundedAmount: 0 })
  })

  it('refunds money from a person who turned out to be under 18 (PAY-14)', async () => {
    const { services, person, order, pay, clock, state, wallet } = await open()
    const { id } = await order('coins-100')
    await pay(id, '4000000000000077')
    await db.query(`update person set age_state = 'minor_suspected' where id = $1`, [person.id])
    for (let i = 0; i < 3; i++) {
      clock.advance(60_000)
      await reconcileOrders(services)
    }
    expect([await state(id), (await wallet()).coin_num]).toEqual(['refunded', 0])
  })

  it('enforces the person’s own spending limit, including payments in progress', async () => {
    const { services, person, order, pay, clock } = await open()
    clock.set('2026-12-30T12:00:00.000Z')
    const save = (amount: number | null) => saveSpendingCap(services, person.id, { amount, currency: 'USD' })
    expect(await loadSpendingCap(services, person.id)).toMatchObject({ amount: null, spent: 0, currency: 'USD' })
    const early = await order('coins-500')
    expect(await save(1000)).toMatchObject({ amount: 1000, next: null, resetsAt: new Date('2027-01-01T00:00:00Z') })
    await pay((await order('coins-500')).id)
    expect(await loadSpendingCap(services, person.id)).toMatchObject({ spent: 799 })
    await expect(order('coins-500')).rejects.toMatchObject({
      errorName: 'SpendingCapReached',
      facts: { cap: 1000, spent: 799, amount: 799, resets_at: '2027-01-01T00:00:00.000Z' },
    })
    await expect(pay(early.id)).rejects.toMatchObject({ errorName: 'SpendingCapReached' })
    const begun = await order('coins-100')
    await pay(begun.id, '4000000000000077')
    await expect(order('coins-100')).rejects.toMatchObject({ facts: { reserved: 199 } })
    await expect(saveSpendingCap(services, person.id, { amount: 5, currency: 'JPY' })).rejects.toMatchObject({
      errorName: 'InvalidInput',
    })

    expect(await save(5000)).toMatchObject({
      amount: 1000,
      next: { amount: 5000, from: new Date('2026-12-31T12:00:00Z') },
    })
    clock.advance(DAY_MS - 1)
    await expect(order('coins-500')).rejects.toMatchObject({ errorName: 'SpendingCapReached' })
    clock.advance(1)
    expect(await loadSpendingCap(services, person.id)).toMatchObject({ amount: 5000, next: null })
    expect(await exportSpendingCap(db, person.id)).toMatchObject([{ currency: 'USD', next_amount: 5000 }])
    expect(await save(800)).toMatchObject({ amount: 800, next: null })
    expect(await save(null)).toMatchObject({ amount: 800, next: { amount: null } })
    expect(await save(700)).toMatchObject({ amount: 700, next: null })
    clock.set('2027-01-01T00:00:00.000Z')
    expect(await loadSpendingCap(services, person.id)).toMatchObject({ amount: 700, spent: 0 })
  })

  it('does not let two orders that start at the same moment exceed the cap together', async () => {
    const { services, person, order, pay } = await open()
    const orders = [await order('coins-500'), await order('coins-500'), await order('coins-500')]
    await saveSpendingCap(services, person.id, { amount: 1000, currency: 'USD' })
    const paid = await Promise.allSettled(orders.map(({ id }) => pay(id)))
    expect(paid.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  })
})
