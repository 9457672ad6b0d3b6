import { testBilling } from '@everkin/testing/billing-services.ts'
import { asCaller, createTestPerson, identityOf } from '@everkin/testing/builders.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { loadPerson, type Person } from '../accounts/person.ts'
import { countCampaigns } from '../attribution/campaign-counts.ts'
import { loadWallet } from '../wallet/balance.ts'
import { listHistory } from '../wallet/ledger-history.ts'
import { reconcileOrders } from './check-order.ts'
import { refundOrder } from './refund-order.ts'
import { billingHandlers } from './routes.ts'

const CARDS = {
  paid: '4242 4242 4242 4242',
  declined: '4000000000000002',
  confirm: '4000002500003155',
  slow: '4000000000000077',
  silent: '4000000000000341',
}

/** Whether the Luhn check digit of a card number is valid. */
function isLuhnValid(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

describe.each(testDatabaseKinds)('buying in the sandbox on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  const open = (overrides: Parameters<typeof testBilling>[1] = {}) => {
    const billing = testBilling(db, overrides)
    const calls = billingHandlers(billing.services)
    let keys = 0
    const as = (person: Person) => {
      const caller = asCaller({ identity: identityOf(person) })
      return {
        caller,
        order: (product_id = 'coins-100', idempotency_key = `key-${person.id}-${++keys}`) =>
          calls.createOrder({ query: undefined, body: { product_id, idempotency_key } }, caller),
        pay: (order_id: string, payment_method?: string, confirm?: boolean) =>
          calls.payOrder({ query: undefined, body: { order_id, payment_method, confirm } }, caller),
        status: (order_id: string) => calls.orderStatus({ query: { order_id }, body: undefined }, caller),
        cancel: (order_id: string) => calls.cancelOrder({ query: undefined, body: { order_id } }, caller),
        wallet: async () => loadWallet(db, person.id, billing.clock.now()),
        until: async () => (await loadPerson(db, person.id))!.memberUntilSeconds,
      }
    }
    return { ...billing, calls, as }
  }

  it('lists the products in the reader’s language; none for people under 18 or where payments are off', async () => {
    const { calls } = open()
    const list = (caller: ReturnType<typeof asCaller>, kind?: 'coins') =>
      calls.productList({ query: { kind }, body: undefined }, caller)
    const products = await list(asCaller())
    expect(products.map(({ id, amount, currency }) => [id, amount, currency])).toEqual([
      ['membership-30', 999, 'USD'],
      ['membership-365', 5999, 'USD'],
      ['coins-100', 199, 'USD'],
      ['coins-500', 799, 'USD'],
      ['coins-1200', 1499, 'USD'],
      ['messages-200', 299, 'USD'],
    ])
    expect(products[0]).toMatchObject({ name: 'Membership, 30 days', period_days: 30, coin_num: null })
    expect((await list(asCaller({ locale: 'de' }), 'coins')).map((product) => product.name)).toEqual([
      '100 Münzen',
      '500 Münzen',
      '1.200 Münzen',
    ])
    const minor = await createTestPerson(db, { ageScope: 1, ageState: 'minor_declared' })
    expect(await list(asCaller({ identity: identityOf(minor) }))).toEqual([])
    expect(await open({ payments: null }).calls.productList({ query: {}, body: undefined }, asCaller())).toEqual([])
  })

  it('C3: offers and sells nothing for a day after a crisis; what was ordered before can still be paid', async () => {
    const { calls, as, clock } = open()
    const person = await createTestPerson(db)
    const mara = as(person)
    const begun = await mara.order()
    await db.query('update person set last_crisis_at = $2 where id = $1', [person.id, clock.now()])
    const onSale = () => calls.productList({ query: {}, body: undefined }, mara.caller)
    expect(await onSale()).toEqual([])
    await expect(mara.order()).rejects.toMatchObject({ errorName: 'NotAllowed', textKey: 'nothingOnSale' })
    expect(await mara.pay(begun.id, CARDS.paid)).toMatchObject({ order: { status: 'fulfilled' } })
    clock.advance(24 * 60 * 60_000)
    expect(await onSale()).toHaveLength(6)
    expect(await mara.order()).toMatchObject({ status: 'created' })
  })

  it('sells coins: order, payment, wallet, device notification and ledger', async () => {
    const { as, frames } = open()
    const person = await createTestPerson(db)
    const mara = as(person)
    const order = await mara.order('coins-500')
    expect(order).toMatchObject({ status: 'created', amount: 799, paid_at: null, provider: 'sandbox' })
    const paid = await mara.pay(order.id, CARDS.paid)
    expect(paid).toMatchObject({ provider: 'sandbox', order: { status: 'fulfilled', last_four: '4242' } })
    expect(await mara.wallet()).toMatchObject({ coin_num: 500, message_num: 20 })
    expect((await listHistory(db, person.id, { limit: 1 })).list[0]).toMatchObject({
      asset: 'coin',
      amount: 500,
      cause: 'purchase',
      ref: order.id,
    })
    const own = frames.filter((sent) => sent.personId === person.id).map((sent) => sent.frame)
    expect(own.at(-1)).toMatchObject({ type: 'order.updated', order: { id: order.id, status: 'fulfilled' } })
    expect(own.at(-2)).toMatchObject({ type: 'wallet.updated', wallet: { coin_num: 500 } })
    expect(await mara.pay(order.id, CARDS.paid)).toMatchObject({ order: { status: 'fulfilled' } })
    expect((await mara.wallet()).coin_num).toBe(500)
  })

  it('extends a membership from now, then from its end, across a year end and a leap day', async () => {
    const { as, clock } = open()
    clock.set('2027-12-15T10:00:00.500Z')
    const mara = as(await createTestPerson(db))
    const buy = async (product: string) => mara.pay((await mara.order(product)).id, CARDS.paid)
    await buy('membership-30')
    expect(await mara.until()).toBe(Date.parse('2028-01-14T10:00:00Z') / 1000)
    await buy('membership-365')
    expect(await mara.until()).toBe(Date.parse('2029-01-13T10:00:00Z') / 1000)
    expect((await mara.wallet()).unlimited_messages).toBe(true)
    clock.set('2029-01-13T10:00:00.000Z')
    expect((await mara.wallet()).unlimited_messages).toBe(false)
    clock.set('2030-06-01T00:00:00.000Z')
    await buy('membership-30')
    expect(await mara.until()).toBe(Date.parse('2030-07-01T00:00:00Z') / 1000)
  })

  it('reports a declined card and accepts another one', async () => {
    const { as } = open()
    const mara = as(await createTestPerson(db))
    const order = await mara.order()
    await expect(mara.pay(order.id, CARDS.declined)).rejects.toMatchObject({
      errorName: 'PaymentDeclined',
      facts: { reason: 'card_declined' },
    })
    expect(await mara.status(order.id)).toMatchObject({ status: 'awaiting_payment' })
    expect(await mara.pay(order.id, CARDS.paid)).toMatchObject({ order: { status: 'fulfilled' } })
  })

  it('waits for the bank’s confirmation of a card', async () => {
    const { as } = open()
    const mara = as(await createTestPerson(db))
    const order = await mara.order()
    const first = await mara.pay(order.id, CARDS.confirm)
    expect(first).toMatchObject({ needs_confirmation: true, order: { status: 'processing' } })
    expect(await mara.pay(order.id, undefined, true)).toMatchObject({ order: { status: 'fulfilled' } })
    expect((await mara.wallet()).coin_num).toBe(100)
  })

  it('a slow card succeeds after ten seconds, for a page that polls and for one that never comes back', async () => {
    const { as, clock, services } = open()
    const mara = as(await createTestPerson(db))
    const [asked, left] = [await mara.order(), await mara.order()]
    for (const order of [asked, left])
      expect(await mara.pay(order.id, CARDS.slow)).toMatchObject({ order: { status: 'processing' } })
    expect(await mara.status(asked.id)).toMatchObject({ status: 'processing' })
    clock.advance(10_000)
    expect(await mara.status(asked.id)).toMatchObject({ status: 'fulfilled' })
    await reconcileOrders(services)
    expect(await mara.status(left.id)).toMatchObject({ status: 'fulfilled' })
    expect((await mara.wallet()).coin_num).toBe(200)
  })

  it('expires an order after an hour when its payment never succeeds', async () => {
    const { as, clock, services } = open()
    const mara = as(await createTestPerson(db))
    const order = await mara.order()
    expect(await mara.pay(order.id, CARDS.silent)).toMatchObject({ order: { status: 'processing' } })
    for (const minutes of [2, 8, 49]) {
      clock.advance(minutes * 60_000)
      await reconcileOrders(services)
      expect(await mara.status(order.id)).toMatchObject({ status: 'processing' })
    }
    clock.advance(60_000)
    await reconcileOrders(services)
    expect(await mara.status(order.id)).toMatchObject({ status: 'expired' })
    expect((await mara.wallet()).coin_num).toBe(0)
  })

  it('keeps price and contents as they were when the order was created (PAY-05)', async () => {
    const { as } = open()
    const mara = as(await createTestPerson(db))
    const order = await mara.order('messages-200')
    await db.query(`update product set amount = 1, message_num = 5 where id = 'messages-200'`)
    const paid = await mara.pay(order.id, CARDS.paid)
    await db.query(`update product set amount = 299, message_num = 200 where id = 'messages-200'`)
    expect(paid.order).toMatchObject({ amount: 299, product: { amount: 299, message_num: 200 } })
    expect((await mara.wallet()).message_num).toBe(220)
  })

  it('returns the same order for the same key, a conflict for another product, and one for 50 at once', async () => {
    const { as } = open()
    const mara = as(await createTestPerson(db))
    const made = await Promise.all(Array.from({ length: 50 }, () => mara.order('coins-100', 'the-same-key')))
    expect(new Set(made.map((order) => order.id)).size).toBe(1)
    await expect(mara.order('coins-500', 'the-same-key')).rejects.toMatchObject({ errorName: 'Conflict' })
    await expect(mara.order('no-such-product')).rejects.toMatchObject({ errorName: 'NotFound' })
  })

  it('is charged once however often Pay is pressed at the same moment (PAY-11)', async () => {
    const { as } = open()
    const mara = as(await createTestPerson(db))
    const order = await mara.order()
    const paid = await Promise.all(Array.from({ length: 50 }, () => mara.pay(order.id, CARDS.paid)))
    for (const one of paid) expect(one.order.status).toBe('fulfilled')
    expect((await mara.wallet()).coin_num).toBe(100)
    const payments = await db.query('select id from sandbox_payment where order_id = $1', [order.id])
    expect(payments).toHaveLength(1)
  })

  it('cancels unpaid orders and no others', async () => {
    const { as } = open()
    const mara = as(await createTestPerson(db))
    const [fresh, begun, asked] = [await mara.order(), await mara.order(), await mara.order()]
    const [slow, done] = [await mara.order(), await mara.order()]
    await expect(mara.pay(begun.id, CARDS.declined)).rejects.toThrow()
    await mara.pay(asked.id, CARDS.confirm)
    await mara.pay(slow.id, CARDS.slow)
    await mara.pay(done.id, CARDS.paid)
    for (const order of [fresh, begun, asked]) {
      expect(await mara.cancel(order.id)).toMatchObject({ status: 'canceled', expires_at: null })
      expect(await mara.cancel(order.id)).toMatchObject({ status: 'canceled' })
      await expect(mara.pay(order.id, CARDS.paid)).rejects.toMatchObject({ errorName: 'Conflict' })
    }
    for (const order of [slow, done])
      await expect(mara.cancel(order.id)).rejects.toMatchObject({ errorName: 'Conflict' })
  })

  it('another person’s order is NotFound for every call (PAY-10)', async () => {
    const { as } = open()
    const order = await as(await createTestPerson(db)).order()
    const stranger = as(await createTestPerson(db))
    for (const call of [stranger.pay, stranger.status, stranger.cancel])
      for (const id of [order.id, 'no-such-order'])
        await expect(call(id)).rejects.toMatchObject({ errorName: 'NotFound', facts: null })
  })

  it('rejects the 61st poll within a minute (PAY-10)', async () => {
    const { as, clock } = open({ rateLimits: true })
    const mara = as(await createTestPerson(db))
    const order = await mara.order()
    for (let i = 0; i < 60; i++) await mara.status(order.id)
    await expect(mara.status(order.id)).rejects.toMatchObject({ errorName: 'TooManyRequests' })
    clock.advance(60_000)
    expect(await mara.status(order.id)).toMatchObject({ status: 'created' })
  })

  it('sells nothing to people under 18 or of unknown age, including their earlier orders (PAY-14)', async () => {
    const { as } = open()
    const minor = await createTestPerson(db, { ageScope: 1, ageState: 'minor_declared' })
    const unknown = await createTestPerson(db, { ageScope: null, ageState: 'unknown' })
    await expect(as(minor).order()).rejects.toMatchObject({ errorName: 'AgeNotOpen', facts: { reason: 'under_18' } })
    await expect(as(unknown).order()).rejects.toMatchObject({ facts: { reason: 'age_unknown' } })
    const person = await createTestPerson(db)
    const order = await as(person).order()
    await db.query(`update person set age_state = 'minor_suspected' where id = $1`, [person.id])
    await expect(as(person).pay(order.id, CARDS.paid)).rejects.toMatchObject({ facts: { reason: 'under_18' } })
  })

  it('stores only the last four digits of a card, and nothing of it in a log or a frame (PAY-12)', async () => {
    const { as, lines, frames, clock, services } = open()
    const mara = as(await createTestPerson(db))
    for (const card of Object.values(CARDS)) await mara.pay((await mara.order()).id, card).catch(() => undefined)
    clock.advance(3_600_000)
    await reconcileOrders(services)
    expect(lines.length).toBeGreaterThan(0)
    const said = [...lines, ...frames.map((sent) => JSON.stringify(sent))]
    const tables = await db.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    for (const { name } of tables) {
      const rows = await db.query<{ row: string }>(`select t::text as row from "${name}" t`)
      said.push(...rows.map(({ row }) => row))
    }
    const numbers = said.flatMap((text) => text.replace(/(\d)[ -](?=\d)/g, '$1').match(/(?<!\d)\d{13,19}(?!\d)/g) ?? [])
    expect(numbers.filter((number) => number.startsWith('4') && isLuhnValid(number))).toEqual([])
    expect(said.join('\n')).toContain('4242')
  })

  it('attributes a purchase to its visit once, minus refunds', async () => {
    const { as, services, clock } = open()
    const person = await createTestPerson(db)
    await db.query(
      `insert into web_visit (id, person_id, page, locale, device_type, utm_source, utm_medium, utm_campaign, ref,
         referrer, created_at, joined_at) values ($1, $2, 'index', 'en', 1, $2, '', '', '', '', $3, $3)`,
      [`visit-${person.id}`, person.id, clock.now()],
    )
    const mara = as(person)
    const order = await mara.order('coins-500')
    await Promise.all(Array.from({ length: 20 }, () => mara.pay(order.id, CARDS.paid)))
    await mara.pay((await mara.order('messages-200')).id, CARDS.paid)
    await refundOrder(services, person.id, order.id)
    const span = { since: clock.now(), until: new Date(clock.now().getTime() + 1) }
    const counted = (await countCampaigns(db, span)).find((count) => count.source === person.id)
    expect(counted).toMatchObject({ visits: 1, accounts: 1, orders: 2, amounts: [{ currency: 'USD', amount: 299 }] })
  })

  it('rejects an unknown card without echoing it', async () => {
    const { as } = open()
    const mara = as(await createTestPerson(db))
    const order = await mara.order()
    const refusal = await mara.pay(order.id, '5555555555554444').catch((error: unknown) => error)
    expect(refusal).toMatchObject({ errorName: 'InvalidInput', facts: { issues: [{ path: 'payment_method' }] } })
    expect(JSON.stringify(refusal)).not.toContain('5555')
    expect(await mara.status(order.id)).toMatchObject({ status: 'awaiting_payment' })
  })
})
