import { createTestPerson } from '@everkin/testing/builders.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../platform/app-error.ts'
import type { Database } from '../../platform/db/database.ts'
import { loadWallet } from './balance.ts'
import { charge, grant, refund } from './charge.ts'
import { listHistory } from './ledger-history.ts'

const now = new Date('2026-11-20T12:00:00.000Z')

/** A model of the ledger, as simple as possible. */
interface Model {
  balances: { coin: number; message: number }
  used: Set<string>
  charged: Map<string, { asset: 'coin' | 'message'; amount: number }>
  refunded: Set<string>
  frozen: Set<'coin' | 'message'>
  entries: number
}

interface Real {
  db: Database
  personId: string
}

type Command = fc.AsyncCommand<Model, Real>

const asset = fc.constantFrom('coin' as const, 'message' as const)
const amount = fc.integer({ min: 0, max: 12 })
// Few keys, so that most occur more than once.
const key = fc.integer({ min: 1, max: 12 }).map((number) => `k${number}`)

const movement = (real: Real, sent: { asset: 'coin' | 'message'; amount: number; key: string }) => ({
  ...sent,
  personId: real.personId,
  key: `${real.personId}:${sent.key}`,
  cause: 'test',
  ref: null,
  now,
})

const grants = fc.record({ asset, amount, key }).map(
  (sent): Command => ({
    check: () => true,
    toString: () => `grant ${JSON.stringify(sent)}`,
    async run(model, real) {
      const isNew = !model.used.has(sent.key) && sent.amount > 0
      expect(await grant(real.db, movement(real, sent))).toBe(isNew)
      if (!isNew) return
      model.used.add(sent.key)
      model.balances[sent.asset] += sent.amount
      model.entries += 1
    },
  }),
)

const charges = fc.record({ asset, amount, key }).map(
  (sent): Command => ({
    check: () => true,
    toString: () => `charge ${JSON.stringify(sent)}`,
    async run(model, real) {
      const isNew = !model.used.has(sent.key) && sent.amount > 0
      const isCovered = model.balances[sent.asset] >= sent.amount && !model.frozen.has(sent.asset)
      const done = charge(real.db, movement(real, sent))
      if (isNew && !isCovered) {
        await expect(done).rejects.toBeInstanceOf(AppError)
        return
      }
      await done
      if (!isNew) return
      model.used.add(sent.key)
      model.charged.set(sent.key, sent)
      model.balances[sent.asset] -= sent.amount
      model.entries += 1
    },
  }),
)

const refunds = key.map(
  (sent): Command => ({
    check: () => true,
    toString: () => `refund ${sent}`,
    async run(model, real) {
      const paid = model.refunded.has(sent) ? undefined : model.charged.get(sent)
      const booked = await refund(real.db, { key: `${real.personId}:${sent}`, cause: 'refund', now })
      expect(booked).toBe(paid !== undefined)
      if (!paid) return
      model.refunded.add(sent)
      model.balances[paid.asset] += paid.amount
      model.entries += 1
    },
  }),
)

/** Freezes or unfreezes an account; does nothing for one that does not exist yet. */
const freezes = fc.record({ asset, on: fc.boolean() }).map(
  (sent): Command => ({
    check: () => true,
    toString: () => `freeze ${JSON.stringify(sent)}`,
    async run(model, real) {
      const changed = await real.db.query(
        `update ledger_account set frozen_at = $3 where owner_id = $1 and asset = $2 returning id`,
        [real.personId, sent.asset, sent.on ? now : null],
      )
      if (sent.on && changed.length > 0) model.frozen.add(sent.asset)
      else model.frozen.delete(sent.asset)
    },
  }),
)

describe.each(testDatabaseKinds)('the ledger against its model on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  it('agrees after any grants, charges, refunds and freezes, and always sums to zero (WAL-01)', async () => {
    const runs = kind === 'postgres' ? 200 : 100
    await fc.assert(
      fc.asyncProperty(fc.commands([grants, charges, refunds, freezes], { maxCommands: 60 }), async (commands) => {
        const person = await createTestPerson(db, { messages: 0, coins: 0 })
        const model: Model = {
          balances: { coin: 0, message: 0 },
          used: new Set(),
          charged: new Map(),
          refunded: new Set(),
          frozen: new Set(),
          entries: 0,
        }
        await fc.asyncModelRun(() => ({ model, real: { db, personId: person.id } }), commands)
        const wallet = await loadWallet(db, person.id, now)
        expect([wallet.coin_num, wallet.message_num]).toEqual([model.balances.coin, model.balances.message])
        const { list } = await listHistory(db, person.id, { limit: 100 })
        expect(list).toHaveLength(model.entries)
        for (const of of ['coin', 'message'] as const) {
          const own = list.filter((entry) => entry.asset === of)
          expect(own.reduce((sum, entry) => sum + entry.amount, 0)).toBe(model.balances[of])
          expect(own[0]?.balance ?? 0).toBe(model.balances[of])
        }
        const [whole] = await db.query<{ sum: number }>('select coalesce(sum(amount), 0)::int as sum from ledger_entry')
        expect(whole?.sum).toBe(0)
      }),
      { numRuns: runs, seed: 20_261_120 },
    )
    const sums = await db.query<{ sum: number }>(
      'select sum(amount)::int as sum from ledger_entry group by transfer_id having sum(amount) <> 0',
    )
    expect(sums).toEqual([])
  }, 60_000)
})
