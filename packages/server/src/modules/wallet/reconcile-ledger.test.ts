import { createTestPerson } from '@everkin/testing/builders.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { charge } from './charge.ts'
import { ledgerMetrics } from './ledger-metrics.ts'
import { reconcileLedger, reconcileLedgerDaily } from './reconcile-ledger.ts'
import { selectLedgerState } from './reconcile-store.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const clock = { now: () => now }
const after = (ms: number) => ({ now: () => new Date(now.getTime() + ms) })
/** So small that a handful of accounts takes several steps. */
const SMALL = { accounts: 2, transfers: 3 }

/** A log that stores its lines for assertions. */
function keptLog() {
  const lines: { level: string; facts: unknown; line: string }[] = []
  const at = (level: string) => (facts: unknown, line?: string) => {
    lines.push({ level, facts, line: line ?? '' })
  }
  // The methods that the check uses.
  const log = { info: at('info'), warn: at('warn'), error: at('error'), debug: at('debug') } as unknown as Log
  return { lines, log }
}

/** Makes a change that the program never makes, like a manual error in the database. */
async function tamper(db: Database, statement: string, values: string[]): Promise<void> {
  await db.script('alter table ledger_entry disable trigger ledger_entry_for_ever')
  await db.query(statement, values)
  await db.script('alter table ledger_entry enable trigger ledger_entry_for_ever')
}

describe.each(testDatabaseKinds)('the check of the ledger on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void> = async () => undefined
  beforeEach(async () => {
    await drop()
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  const spend = (personId: string, key: string, asset: 'message' | 'coin' = 'message') =>
    charge(db, { personId, asset, amount: 1, key, cause: 'message_sent', ref: null, now })
  const accountOf = async (personId: string, asset = 'message') =>
    (
      await db.query<{ id: string }>('select id from ledger_account where owner_id = $1 and asset = $2', [
        personId,
        asset,
      ])
    )[0]!.id

  it('finds nothing wrong with what was booked, in several steps, and records the check', async () => {
    const people = [await createTestPerson(db, { coins: 4 }), await createTestPerson(db), await createTestPerson(db)]
    for (const [index, person] of people.entries()) await spend(person.id, `spend:${index}`)
    expect(await selectLedgerState(db)).toEqual({
      checkedAt: null,
      accounts: 0,
      differing: 0,
      unbalanced: 0,
      frozen: 0,
    })
    expect(await reconcileLedger(db, clock, SMALL)).toEqual({
      accounts: 4,
      transfers: 7,
      differing: [],
      unbalanced: [],
      trialBalance: { coin: 0, message: 0 },
      unfrozen: [],
    })
    expect(await selectLedgerState(db)).toMatchObject({ checkedAt: now, accounts: 4, frozen: 0 })
  })

  it('reports one altered balance in one run, and freezes that account alone until it is correct (WAL-17)', async () => {
    const victim = await createTestPerson(db, { messages: 20, coins: 5 })
    const other = await createTestPerson(db)
    const id = await accountOf(victim.id)
    await db.query('update ledger_account set balance = balance + 100 where id = $1', [id])
    const found = await reconcileLedger(db, clock, SMALL)
    expect(found).toMatchObject({ differing: [{ id, asset: 'message', difference: 100 }], unbalanced: [] })
    expect(await selectLedgerState(db)).toMatchObject({ differing: 1, frozen: 1 })
    await expect(spend(victim.id, 'a')).rejects.toMatchObject({ errorName: 'NotAllowed' })
    await spend(victim.id, 'b', 'coin')
    await spend(other.id, 'c')

    expect((await reconcileLedger(db, clock, SMALL)).differing).toHaveLength(1)
    await db.query('update ledger_account set balance = balance - 100 where id = $1', [id])
    expect(await reconcileLedger(db, clock, SMALL)).toMatchObject({ differing: [], unfrozen: [id] })
    expect(await selectLedgerState(db)).toMatchObject({ differing: 0, frozen: 0 })
    expect((await spend(victim.id, 'a')).message_num).toBe(19)
  })

  it('finds one altered entry by its account and by its transfer', async () => {
    const victim = await createTestPerson(db)
    await createTestPerson(db)
    const id = await accountOf(victim.id)
    await tamper(db, 'update ledger_entry set amount = amount + 7 where account_id = $1', [id])
    const found = await reconcileLedger(db, clock, SMALL)
    expect(found).toMatchObject({
      differing: [{ id, difference: -7 }],
      unbalanced: [expect.any(Number)],
      trialBalance: { coin: 0, message: 7 },
    })
    const figures = new Map((await ledgerMetrics(db)).map(({ name, value }) => [name, value]))
    expect(figures.get('everkin_ledger_frozen_accounts')).toBe(1)
    expect(figures.get('everkin_ledger_unbalanced_transfers')).toBe(1)
    expect(figures.get('everkin_ledger_checked_timestamp_seconds')).toBe(now.getTime() / 1000)
  })

  it('finds an altered entry of a system account, which changes no person’s balance', async () => {
    await createTestPerson(db)
    await tamper(db, 'update ledger_entry set amount = amount - 1 where account_id = $1', ['system:granted:message'])
    expect(await reconcileLedger(db, clock)).toMatchObject({ differing: [], unbalanced: [expect.any(Number)] })
    expect(await selectLedgerState(db)).toMatchObject({ unbalanced: 1, frozen: 0 })
  })

  it('is not affected by concurrent spending', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => createTestPerson(db, { messages: 30 })))
    const spending = people.map(async (person) => {
      for (let index = 0; index < 20; index++) await spend(person.id, `${person.id}:${index}`)
    })
    for (let round = 0; round < 5; round++)
      expect(await reconcileLedger(db, clock, SMALL)).toMatchObject({ differing: [], unbalanced: [] })
    await Promise.all(spending)
    expect(await reconcileLedger(db, clock, SMALL)).toMatchObject({ differing: [], transfers: 8 + 160 })
  })

  it('runs once a day for any number of callers, and again the next day; the alarm names no person', async () => {
    const { lines, log } = keptLog()
    const person = await createTestPerson(db, { email: 'canary@example.org', nickname: 'Canary' })
    const id = await accountOf(person.id)
    await db.query('update ledger_account set balance = balance - 1 where id = $1', [id])
    const asked = await Promise.all(Array.from({ length: 5 }, () => reconcileLedgerDaily(db, clock, log)))
    expect(asked.filter(Boolean)).toHaveLength(1)
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      { facts: { account: id, asset: 'message', difference: -1 } },
    ])
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`canary|${person.id}`, 'i'))
    await db.query('update ledger_account set balance = balance + 1 where id = $1', [id])
    expect(await reconcileLedgerDaily(db, after(86_400_000), log)).toBe(true)
    expect(lines.at(-2)).toMatchObject({ level: 'warn', facts: { accounts: [id] } })
  })

  it('repeats an interrupted check after an hour', async () => {
    const { log } = keptLog()
    await db.query(`insert into ledger_check (day, started_at) values ('2026-11-20', $1)`, [now])
    expect(await reconcileLedgerDaily(db, after(3_600_000), log)).toBe(false)
    expect(await reconcileLedgerDaily(db, after(3_601_000), log)).toBe(true)
  })
})
