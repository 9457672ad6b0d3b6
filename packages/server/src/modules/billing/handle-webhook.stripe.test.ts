import { testAccounts } from '@everkin/testing/account-services.ts'
import { testStripeBilling } from '@everkin/testing/billing-services.ts'
import { createTestPerson } from '@everkin/testing/builders.ts'
import { type StripeServer, startStripeServer } from '@everkin/testing/servers/stripe-server.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { deleteAccount } from '../accounts/deletion/delete-account.ts'
import { loadWallet } from '../wallet/balance.ts'
import { charge } from '../wallet/charge.ts'
import { acceptOrder, forgiveOrder, listOrdersForReview, type RecordAudit, returnOrder } from './admin-orders.ts'
import { reconcileOrders } from './check-order.ts'
import { createOrder } from './create-order.ts'
import { findOrder } from './order-store.ts'
import { payOrder } from './pay-order.ts'

const DAY_MS = 86_400_000
const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

describe.each(testDatabaseKinds)('orders paid by Stripe on %s', (kind) => {
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

  /** A person with an order of coins whose payment has started: the page has its client secret. */
  const begin = async (productId = 'coins-500') => {
    const { services, clock, send } = testStripeBilling(db, stripe)
    const person = await createTestPerson(db)
    const buy = async () => {
      const order = await createOrder(services, person.id, { productId, idempotencyKey: `key-${Math.random()}` })
      const { clientSecret } = await payOrder(services, person.id, { orderId: order.id, method: null, confirm: false })
      return { orderId: order.id, ref: clientSecret?.split('_secret_')[0] ?? '' }
    }
    const { orderId, ref } = await buy()
    const from = stripe.events.length
    return {
      services,
      clock,
      person,
      orderId,
      ref,
      send,
      buy,
      events: () => stripe.events.slice(from),
      sendAll: async () => {
        for (const event of stripe.events.slice(from)) await send(event)
      },
      state: async () => (await findOrder(db, orderId))?.state,
      coins: async () => (await loadWallet(db, person.id, clock.now())).coin_num,
      spend: (amount: number) =>
        charge(db, {
          ...({ personId: person.id, asset: 'coin', amount, key: `spend-${Math.random()}` } as const),
          cause: 'test',
          ref: null,
          now: clock.now(),
        }),
    }
  }
  const receivable = async () =>
    (
      await db.query<{ sum: number }>(
        `select coalesce(sum(amount), 0)::int as sum from ledger_entry where account_id = 'system:receivable:coin'`,
      )
    )[0]?.sum
  const unbalanced = () => db.query('select transfer_id from ledger_entry group by transfer_id having sum(amount) <> 0')

  it('delivers the order when the webhook reports the payment', async () => {
    const { ref, sendAll, state, coins, orderId } = await begin()
    expect(await state()).toBe('awaiting_payment')
    stripe.pay(ref, 'paid')
    await sendAll()
    expect([await state(), await coins()]).toEqual(['fulfilled', 500])
    expect((await findOrder(db, orderId))?.lastFour).toBe('4242')
  })

  it('creates one payment for an order in two tabs (PAY-11)', async () => {
    const { services, person, orderId, ref } = await begin()
    const request = { orderId, method: null, confirm: false }
    const again = await Promise.all(Array.from({ length: 10 }, () => payOrder(services, person.id, request)))
    expect(new Set(again.map((paid) => paid.clientSecret?.split('_secret_')[0]))).toEqual(new Set([ref]))
  })

  it('has one effect for a webhook that arrives fifty times at once, and a thousand times (PAY-03)', async () => {
    const { ref, send, events, coins } = await begin()
    stripe.pay(ref, 'paid')
    const event = events().at(-1)!
    await Promise.all(Array.from({ length: 50 }, () => send(event)))
    for (let i = 0; i < 200; i++) await send(event)
    await Promise.all(Array.from({ length: 50 }, (_, i) => send({ ...event, id: `evt_copy_${ref}_${i}` })))
    expect(await coins()).toBe(500)
  })

  it('delivers nothing for a payment that does not match its order, and flags the order (PAY-05)', async () => {
    const other = await begin()
    const tampered: [string, (object: Record<string, unknown>) => object][] = [
      ['amount', (object) => ({ ...object, amount: 1, amount_received: 1 })],
      ['currency', (object) => ({ ...object, currency: 'jpy' })],
      ['order', (object) => ({ ...object, metadata: { order_id: other.orderId } })],
      ['payment', (object) => ({ ...object, id: 'pi_of_someone_else' })],
    ]
    for (const [what, change] of tampered) {
      const { ref, send, events, state, coins, clock, services } = await begin()
      stripe.pay(ref, 'paid')
      const event = events().at(-1)!
      await send({ ...event, id: `evt_tampered_${ref}`, data: { object: change(event.data.object) } })
      expect({ what, state: await state(), coins: await coins() }).toEqual({ what, state: 'review', coins: 0 })
      // Also later, when the provider is polled: only the operator decides.
      clock.advance(DAY_MS)
      await reconcileOrders(services)
      expect({ what, state: await state(), coins: await coins() }).toEqual({ what, state: 'review', coins: 0 })
    }
    expect([await other.state(), await other.coins()]).toEqual(['expired', 0])
  })

  it('polls when the webhook never arrives (PAY-07), and honours a payment after the order expired', async () => {
    const [early, late] = [await begin(), await begin()]
    stripe.pay(early.ref, 'paid')
    early.clock.advance(2 * 60_000)
    await reconcileOrders(early.services)
    expect([await early.state(), await early.coins()]).toEqual(['fulfilled', 500])

    stripe.pay(late.ref, 'slow')
    stripe.behave('fail')
    late.clock.advance(3_600_000)
    await reconcileOrders(late.services)
    stripe.behave('well')
    expect(await late.state()).toBe('expired')
    stripe.settle(late.ref)
    late.clock.advance(DAY_MS)
    await reconcileOrders(late.services)
    expect([await late.state(), await late.coins()]).toEqual(['fulfilled', 500])
  }, 30_000)

  it('cancels an expired order at Stripe, so that nobody pays it afterwards', async () => {
    const { clock, services, state, ref } = await begin()
    clock.advance(3_600_000)
    await reconcileOrders(services)
    expect(await state()).toBe('expired')
    expect(() => stripe.pay(ref, 'paid')).toThrow()
  })

  it('lets the operator accept or refund a flagged order, and write off a debt', async () => {
    const setAside = async () => {
      const order = await begin()
      stripe.receive(order.ref, 600)
      stripe.refund(order.ref, 100)
      await order.sendAll()
      return order
    }
    const recorded: object[] = []
    const record: RecordAudit = async (_tx, details) => void recorded.push(details)
    const [right, wrong, owed] = [await setAside(), await setAside(), await begin()]
    expect(await acceptOrder(right.services, right.orderId, record)).toBe(true)
    expect([await right.state(), await right.coins()]).toEqual(['fulfilled', 500])
    expect(await acceptOrder(right.services, right.orderId, record)).toBe(false)

    expect(await returnOrder(wrong.services, wrong.orderId, record)).toBe(true)
    await reconcileOrders(wrong.services)
    expect(await findOrder(db, wrong.orderId)).toMatchObject({ state: 'refunded', refundedAmount: 600, ownRefund: 500 })
    expect([await wrong.coins(), await returnOrder(wrong.services, wrong.orderId, record)]).toEqual([0, false])

    stripe.pay(owed.ref, 'paid')
    await owed.sendAll()
    await owed.spend(500)
    const before = await receivable()
    stripe.dispute(owed.ref, 'lost')
    await owed.sendAll()
    const waiting = async () => (await listOrdersForReview(owed.services)).map((order) => order.id)
    expect(await waiting()).toContain(owed.orderId)
    expect(await forgiveOrder(owed.services, owed.orderId, record)).toBe(true)
    expect(await receivable()).toBe(before)
    expect(await waiting()).not.toContain(owed.orderId)
    await expect(owed.buy()).resolves.toBeDefined()
    expect(recorded).toEqual([{ amount: 600, currency: 'USD' }, { amount: 500, currency: 'USD' }, { units: 500 }])
    for (const doing of [acceptOrder, returnOrder, forgiveOrder])
      expect(await doing(owed.services, 'no-such-order', record)).toBe(false)
  })

  it('does not expire an order while the bank is processing its payment', async () => {
    const { clock, services, state, ref, sendAll } = await begin()
    stripe.pay(ref, 'slow')
    for (let days = 0; days < 4; days++) {
      await reconcileOrders(services)
      expect(await state()).toBe(days === 0 ? 'awaiting_payment' : 'processing')
      clock.advance(DAY_MS)
    }
    stripe.settle(ref)
    await sendAll()
    expect(await state()).toBe('fulfilled')
  })

  it('handles a refund event before the payment event, and a refund in three parts (PAY-08)', async () => {
    const [first, parts] = [await begin(), await begin()]
    stripe.pay(first.ref, 'paid')
    stripe.refund(first.ref, 799)
    for (const event of first.events().reverse()) await first.send(event)
    expect([await first.state(), await first.coins()]).toEqual(['refunded', 0])

    stripe.pay(parts.ref, 'paid')
    for (const amount of [200, 200, 399]) stripe.refund(parts.ref, amount)
    await parts.sendAll()
    expect([await parts.state(), await parts.coins()]).toEqual(['refunded', 0])
  })

  it('refunds an erased buyer the rest when a part was refunded before we learn of the payment', async () => {
    const { ref, orderId, person, send, services, clock, state } = await begin()
    stripe.pay(ref, 'paid')
    stripe.refund(ref, 200)
    await deleteAccount({ ...testAccounts(db).services, clock }, person.id)
    await send(stripe.events.at(-1)!)
    clock.advance(DAY_MS)
    await reconcileOrders(services)
    expect(await findOrder(db, orderId)).toMatchObject({ state: 'refunded', refundedAmount: 799, pendingRefund: 0 })
    expect(await state()).toBe('refunded')
  })

  it('a manual refund revokes the unspent part of its share and leaves no debt', async () => {
    const { ref, sendAll, state, coins, spend } = await begin()
    stripe.pay(ref, 'paid')
    await sendAll()
    await spend(450)
    const owed = await receivable()
    stripe.refund(ref, 400)
    await sendAll()
    expect([await state(), await coins(), await receivable()]).toEqual(['partly_refunded', 0, owed])
  })

  it('a chargeback after spending revokes the rest, records a debt, and blocks buying until won (PAY-09)', async () => {
    const { ref, sendAll, state, coins, spend, buy } = await begin()
    stripe.pay(ref, 'paid')
    await sendAll()
    await spend(420)
    const owed = (await receivable()) ?? 0
    stripe.dispute(ref, 'needs_response')
    await sendAll()
    expect([await state(), await coins(), await receivable()]).toEqual(['disputed', 0, owed - 420])
    await expect(buy()).rejects.toMatchObject({ errorName: 'NotAllowed', facts: { reason: 'payment_disputed' } })
    stripe.dispute(ref, 'won')
    await sendAll()
    expect([await state(), await coins(), await receivable()]).toEqual(['dispute_won', 80, owed])
    await expect(buy()).resolves.toBeDefined()
  })

  it('a lost chargeback stays owed; one with everything unspent blocks nothing', async () => {
    const [spent, whole] = [await begin(), await begin()]
    for (const { ref, sendAll } of [spent, whole]) {
      stripe.pay(ref, 'paid')
      await sendAll()
    }
    await spent.spend(500)
    for (const { ref, sendAll, coins, state } of [spent, whole]) {
      stripe.dispute(ref, 'lost')
      await sendAll()
      expect([await state(), await coins()]).toEqual(['dispute_lost', 0])
    }
    await expect(spent.buy()).rejects.toMatchObject({ errorName: 'NotAllowed' })
    await expect(whole.buy()).resolves.toBeDefined()
  })

  it('reaches the provider’s state whatever events are lost, duplicated or out of order (PAY-02)', async () => {
    const story = fc.record({
      isDeclinedFirst: fc.boolean(),
      refunds: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 3 }),
      failure: fc.constantFrom('none', 'failed', 'canceled', 'repeated'),
      dispute: fc.constantFrom('none', 'open', 'won', 'lost'),
      order: fc.array(fc.nat({ max: 40 }), { minLength: 0, maxLength: 20 }),
    })
    await fc.assert(
      fc.asyncProperty(story, async ({ isDeclinedFirst, refunds, failure, dispute, order }) => {
        const { ref, send, events, state, coins, clock, services } = await begin()
        if (isDeclinedFirst) stripe.pay(ref, 'declined')
        stripe.pay(ref, 'paid')
        const given: number[] = []
        for (const amount of refunds) {
          if (sumOf(given) + amount > 799) continue
          stripe.refund(ref, amount)
          given.push(amount)
        }
        if (given.length > 0 && failure !== 'none') {
          stripe.failRefund(ref, failure === 'canceled' ? 'canceled' : 'failed')
          const failed = given.pop() ?? 0
          if (failure === 'repeated') {
            stripe.refund(ref, failed)
            given.push(failed)
          }
        }
        const refunded = sumOf(given)
        if (dispute !== 'none') stripe.dispute(ref, 'needs_response')
        if (dispute === 'won' || dispute === 'lost') stripe.dispute(ref, dispute)
        const all = events()
        // Any of them, any number of times, in any order; those not in the list are lost.
        for (const place of order) await send(all[place % all.length]!)
        clock.advance(DAY_MS)
        await reconcileOrders(services)

        const isTaken = dispute === 'open' || dispute === 'lost'
        const afterRefunds = refunded === 0 ? 'fulfilled' : refunded === 799 ? 'refunded' : 'partly_refunded'
        const afterWon = refunded === 0 ? 'dispute_won' : afterRefunds
        const states = { none: afterRefunds, open: 'disputed', won: afterWon, lost: 'dispute_lost' }
        expect([await state(), await coins()]).toEqual([
          states[dispute],
          isTaken ? 0 : 500 - Math.floor((500 * refunded) / 799),
        ])
      }),
      { numRuns: kind === 'postgres' ? 40 : 60, seed: 20_261_121 },
    )
    expect(await unbalanced()).toEqual([])
  }, 120_000)
})
