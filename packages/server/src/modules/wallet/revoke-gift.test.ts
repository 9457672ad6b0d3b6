import { createTestPerson } from '@everkin/testing/builders.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { charge, grant } from './charge.ts'
import { revokeGift } from './revoke-gift.ts'
import { sell } from './sales.ts'

const now = new Date('2026-11-20T12:00:00Z')

describe.each(testDatabaseKinds)('revoking a gift on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  async function someone({ given, bought, spent }: { given: number; bought: number; spent: number }) {
    const { id: personId } = await createTestPerson(db)
    const of = { personId, asset: 'coin' as const, ref: null, now }
    const back = () =>
      db.transaction((tx) => revokeGift(tx, { ...of, max: given, key: `back:${personId}`, cause: 'test' }))
    await db.transaction(async (tx) => {
      await grant(tx, { ...of, amount: given, key: `gift:${personId}`, cause: 'test' })
      await sell(tx, { ...of, amount: bought, orderId: `order-${personId}` })
      if (spent > 0) await charge(tx, { ...of, amount: spent, key: `spent:${personId}`, cause: 'test' })
    })
    const [row] = await db.query<{ sum: number }>(
      `select coalesce(sum(e.amount), 0)::int as sum from ledger_entry e join ledger_account a on a.id = e.account_id
       where a.asset = 'coin'`,
    )
    expect(row?.sum).toBe(0)
    const balance = async () =>
      (
        await db.query<{ balance: number }>(
          `select balance from ledger_account where owner_id = $1 and asset = 'coin'`,
          [personId],
        )
      )[0]?.balance
    return { back, balance }
  }

  it('takes the unspent part, once', async () => {
    const { back, balance } = await someone({ given: 50, bought: 0, spent: 20 })
    expect(await back()).toBe(30)
    expect(await back()).toBe(0)
    expect(await balance()).toBe(0)
  })

  it('never takes what was bought', async () => {
    const { back, balance } = await someone({ given: 50, bought: 200, spent: 60 })
    expect(await back()).toBe(0)
    expect(await balance()).toBe(190)
  })

  it('leaves the bought part untouched while some of the gift is left', async () => {
    const { back, balance } = await someone({ given: 50, bought: 200, spent: 10 })
    expect(await back()).toBe(40)
    expect(await balance()).toBe(200)
  })

  it('takes nothing where nothing was given', async () => {
    const { back } = await someone({ given: 0, bought: 0, spent: 0 })
    expect(await back()).toBe(0)
  })
})
