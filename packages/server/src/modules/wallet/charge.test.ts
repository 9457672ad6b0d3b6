import { createTestPerson } from '@everkin/testing/builders.ts'
import { openTestDatabase, testDatabaseKinds, testPostgresUrl } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../platform/app-error.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { loadWallet } from './balance.ts'
import { charge, grant, refund } from './charge.ts'
import type { NewTransfer } from './store.ts'

const now = new Date('2026-11-20T12:00:00.000Z')

const testCharge = (personId: string, overrides: Partial<NewTransfer> = {}): NewTransfer => ({
  personId,
  asset: 'message',
  amount: 1,
  key: `message:${personId}`,
  cause: 'message',
  ref: null,
  now,
  ...overrides,
})

const trialBalance = async (db: Database) =>
  (
    await db.query<{ sum: number; entries: number }>(
      'select coalesce(sum(amount), 0)::int as sum, count(*)::int as entries from ledger_entry',
    )
  )[0]

describe.each(testDatabaseKinds)('the ledger on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  it('charges a message and returns the wallet afterwards', async () => {
    const person = await createTestPerson(db, { messages: 20 })
    const wallet = await charge(db, testCharge(person.id))
    expect(wallet).toEqual({ coin_num: 0, message_num: 19, unlimited_messages: false })
    expect(await loadWallet(db, person.id, now)).toEqual(wallet)
  })

  it('has no second effect for the same key', async () => {
    const person = await createTestPerson(db, { messages: 20 })
    await charge(db, testCharge(person.id))
    expect((await charge(db, testCharge(person.id))).message_num).toBe(19)
  })

  it('rejects what the balance does not cover, with the wallet, and books nothing', async () => {
    const person = await createTestPerson(db, { messages: 0, coins: 4 })
    await expect(charge(db, testCharge(person.id))).rejects.toMatchObject({
      errorName: 'NoMessagesLeft',
      facts: { wallet: { coin_num: 4, message_num: 0, unlimited_messages: false } },
    })
    await expect(charge(db, testCharge(person.id, { asset: 'coin', amount: 5 }))).rejects.toMatchObject({
      errorName: 'NotEnoughCoins',
      facts: { wallet: { coin_num: 4 }, price: 5 },
    })
  })

  it('does not use up the key of a rejected charge, even if the transaction continues', async () => {
    const person = await createTestPerson(db, { messages: 0 })
    await db.transaction(async (tx) => {
      await expect(charge(tx, testCharge(person.id))).rejects.toBeInstanceOf(AppError)
    })
    await grant(db, { ...testCharge(person.id, { key: `later:${person.id}`, cause: 'checkin' }), amount: 2 })
    expect((await charge(db, testCharge(person.id))).message_num).toBe(1)
  })

  it('rejects a person without an account, and books nothing for a price of 0', async () => {
    await expect(charge(db, testCharge('nobody'))).rejects.toMatchObject({ errorName: 'NoMessagesLeft' })
    const before = await trialBalance(db)
    expect((await charge(db, testCharge('nobody', { amount: 0 }))).message_num).toBe(0)
    expect(await trialBalance(db)).toEqual(before)
  })

  it.each([-1, 2 ** 53, Number.POSITIVE_INFINITY, 1.5, Number.NaN, '1e3' as unknown as number])(
    'books nothing for the impossible amount %s (WAL-18)',
    async (amount) => {
      const person = await createTestPerson(db)
      const before = await trialBalance(db)
      await expect(charge(db, testCharge(person.id, { amount }))).rejects.toMatchObject({ errorName: 'InvalidInput' })
      await expect(grant(db, testCharge(person.id, { amount }))).rejects.toMatchObject({ errorName: 'InvalidInput' })
      expect(await trialBalance(db)).toEqual(before)
    },
  )

  it('keeps a balance within the exact numbers of JSON (WAL-18)', async () => {
    const person = await createTestPerson(db, { coins: 1 })
    const most = testCharge(person.id, { asset: 'coin', amount: Number.MAX_SAFE_INTEGER, key: `most:${person.id}` })
    await expect(grant(db, most)).rejects.toMatchObject({ code: '23514' })
    expect((await loadWallet(db, person.id, now)).coin_num).toBe(1)
  })

  it('refunds a charge once, however often it is requested', async () => {
    const person = await createTestPerson(db, { messages: 3 })
    await charge(db, testCharge(person.id, { amount: 2 }))
    const back = { key: `message:${person.id}`, cause: 'refund', now }
    expect([await refund(db, back), await refund(db, back)]).toEqual([true, false])
    expect((await loadWallet(db, person.id, now)).message_num).toBe(3)
  })

  it('refunds nothing for a key without a charge, and never revokes a grant', async () => {
    const person = await createTestPerson(db, { messages: 3 })
    expect(await refund(db, { key: 'unknown', cause: 'refund', now })).toBe(false)
    expect(await refund(db, { key: `builder:message:${person.id}`, cause: 'refund', now })).toBe(false)
    expect((await loadWallet(db, person.id, now)).message_num).toBe(3)
  })

  it('rejects spending from a frozen account with its own message, books nothing, and still lets it earn (WAL-17)', async () => {
    const person = await createTestPerson(db, { messages: 5, coins: 5 })
    await charge(db, testCharge(person.id, { key: `before:${person.id}` }))
    await db.query(`update ledger_account set frozen_at = $2 where owner_id = $1 and asset = 'message'`, [
      person.id,
      now,
    ])
    await expect(charge(db, testCharge(person.id))).rejects.toMatchObject({
      errorName: 'NotAllowed',
      textKey: 'walletFrozen',
    })
    expect((await charge(db, testCharge(person.id, { asset: 'coin', key: `coin:${person.id}` }))).coin_num).toBe(4)
    expect((await charge(db, testCharge(person.id, { amount: 0 }))).message_num).toBe(4)
    // A charge from before the freeze is not a second charge.
    expect((await charge(db, testCharge(person.id, { key: `before:${person.id}` }))).message_num).toBe(4)
    expect(await refund(db, { key: `before:${person.id}`, cause: 'refund', now })).toBe(true)
    await db.query('update ledger_account set frozen_at = null where owner_id = $1', [person.id])
    expect((await charge(db, testCharge(person.id))).message_num).toBe(4)
  })

  it('leaves nothing half done when it is interrupted between any two statements (WAL-04)', async () => {
    const person = await createTestPerson(db, { messages: 5 })
    const sent = testCharge(person.id, { amount: 2, key: `crash:${person.id}` })
    const steps = [
      (tx: Transaction) => charge(tx, sent),
      (tx: Transaction) => grant(tx, { ...sent, key: `crash-grant:${person.id}`, amount: 7 }),
      (tx: Transaction) => refund(tx, { key: sent.key, cause: 'refund', now }),
    ]
    const before = await trialBalance(db)
    for (let done = 1; done <= steps.length; done++) {
      const broken = db.transaction(async (tx) => {
        for (const step of steps.slice(0, done)) await step(tx)
        throw new Error('power cut')
      })
      await expect(broken).rejects.toThrow('power cut')
      expect(await trialBalance(db)).toEqual(before)
      expect((await loadWallet(db, person.id, now)).message_num).toBe(5)
    }
    await db.transaction(async (tx) => {
      for (const step of steps) await step(tx)
    })
    expect((await loadWallet(db, person.id, now)).message_num).toBe(12)
  })

  it('shows members that messages are free for them, exact to the second (WAL-11)', async () => {
    const second = now.getTime() / 1000
    const member = await createTestPerson(db, { memberUntilSeconds: second + 1 })
    const former = await createTestPerson(db, { memberUntilSeconds: second })
    expect((await loadWallet(db, member.id, now)).unlimited_messages).toBe(true)
    expect((await loadWallet(db, former.id, now)).unlimited_messages).toBe(false)
    expect((await charge(db, testCharge(member.id, { amount: 0 }))).unlimited_messages).toBe(true)
  })

  it('lets no entry be changed or deleted, and rejects a transfer that does not sum to zero', async () => {
    const person = await createTestPerson(db)
    await expect(db.query('update ledger_entry set amount = amount + 1')).rejects.toMatchObject({ code: '23001' })
    await expect(db.query('delete from ledger_entry')).rejects.toMatchObject({ code: '23001' })
    const oneSided = db.transaction(async (tx) => {
      await tx.query(
        `with t as (insert into ledger_transfer (key, asset, cause, created_at) values ('one-sided', 'message', 'x', $2)
           returning id)
         insert into ledger_entry (transfer_id, account_id, amount, balance)
         select t.id, a.id, 5, 25 from t, ledger_account a where a.owner_id = $1 and a.asset = 'message'`,
        [person.id, now],
      )
    })
    await expect(oneSided).rejects.toMatchObject({ code: '23514' })
  })

  it('sums to zero over everything that the tests before booked', async () => {
    expect((await trialBalance(db))?.sum).toBe(0)
    const wrong = await db.query(
      `select a.id from ledger_account a where a.kind = 'person' and a.balance <>
         coalesce((select sum(e.amount) from ledger_entry e where e.account_id = a.id), 0)`,
    )
    expect(wrong).toEqual([])
  })
})

describe.runIf(testPostgresUrl)('races on PostgreSQL', () => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase('postgres'))
  })
  afterAll(() => drop())

  it('lets exactly 10 of 100 parallel spends through on a balance of 10 (WAL-03)', async () => {
    const person = await createTestPerson(db, { messages: 10 })
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        db.transaction((tx) => charge(tx, testCharge(person.id, { key: `spend:${index}` }))),
      ),
    )
    const refused = results.filter((result) => result.status === 'rejected').map((result) => result.reason)
    expect(results.length - refused.length).toBe(10)
    expect(refused.every((reason) => reason instanceof AppError && reason.errorName === 'NoMessagesLeft')).toBe(true)
    expect((await loadWallet(db, person.id, now)).message_num).toBe(0)
    expect((await trialBalance(db))?.sum).toBe(0)
  })

  it('charges once for one key that is used a hundred times concurrently (WAL-02)', async () => {
    const person = await createTestPerson(db, { coins: 30 })
    const one = testCharge(person.id, { asset: 'coin', amount: 10, key: 'one-unlock' })
    const wallets = await Promise.all(Array.from({ length: 100 }, () => db.transaction((tx) => charge(tx, one))))
    expect(wallets.every((wallet) => wallet.coin_num === 20)).toBe(true)
  })

  it('refunds once when the same fault is reported many times', async () => {
    const person = await createTestPerson(db, { messages: 5 })
    await charge(db, testCharge(person.id, { key: 'lost-reply' }))
    const backs = await Promise.all(
      Array.from({ length: 20 }, () => db.transaction((tx) => refund(tx, { key: 'lost-reply', cause: 'refund', now }))),
    )
    expect(backs.filter(Boolean)).toHaveLength(1)
    expect((await loadWallet(db, person.id, now)).message_num).toBe(5)
  })
})
