import type { ServerFrame } from '@everkin/contract/types.ts'
import { asCaller, createTestPerson, identityOf } from '@everkin/testing/builders.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDatabaseTime } from '../../platform/db/clock-skew.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Person } from '../accounts/person.ts'
import { loadWallet } from '../wallet/balance.ts'
import { listHistory } from '../wallet/ledger-history.ts'
import { publishWalletChanges } from '../wallet/publish-wallet.ts'
import { exportCheckins } from './checkin-store.ts'
import { rewardHandlers } from './routes.ts'

function open(database: Database) {
  const clock = createTestClock()
  const frames: ServerFrame[] = []
  const live = {
    publishToPerson: (_personId: string, frame: ServerFrame) => frames.push(frame),
    closeSession: () => undefined,
    closePerson: () => undefined,
  }
  publishWalletChanges({ database, clock, live })
  const services = { database, live, databaseTime: async () => clock.now() }
  const calls = rewardHandlers(services)
  const as = (person: Person, timeZone: string | null) => asCaller({ identity: identityOf(person), timeZone })
  return {
    clock,
    frames,
    services,
    checkin: (person: Person, zone?: string, header: string | null = null) =>
      calls.checkin({ query: undefined, body: { time_zone: zone } }, as(person, header)),
    week: (person: Person, header: string | null = null) =>
      calls.checkinStatus({ query: undefined, body: undefined }, as(person, header)),
    due: (person: Person, header: string | null = null) =>
      calls.checkinDue({ query: undefined, body: undefined }, as(person, header)),
    messagesOf: async (person: Person) => (await loadWallet(database, person.id, clock.now())).message_num,
  }
}

const HOUR_MS = 3_600_000

describe.each(testDatabaseKinds)('the check-in on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  it('grants the day’s messages once, notifies all devices, and records it in the ledger', async () => {
    const { checkin, frames, clock, week, due } = open(db)
    const person = await createTestPerson(db, { messages: 20 })
    const first = await checkin(person, 'Europe/Berlin')
    const wallet = { coin_num: 0, message_num: 25, unlimited_messages: false }
    expect(first).toEqual({ message_num: 5, coin_num: 0, streak_day: 1, wallet })
    expect(frames).toEqual([{ type: 'wallet.updated', wallet }])
    await expect(checkin(person, 'Europe/Berlin')).rejects.toMatchObject({
      errorName: 'Conflict',
      textKey: 'alreadyDone',
      facts: { next_at: '2026-11-20T23:00:00.000Z' },
    })
    expect((await listHistory(db, person.id, { limit: 1 })).list).toMatchObject([
      { cause: 'checkin', ref: '2026-11-20', amount: 5, balance: 25, asset: 'message' },
    ])
    expect((await week(person)).filter((day) => day.is_checkin)).toMatchObject([{ is_today: true, message_num: 5 }])
    expect(await due(person)).toEqual({ offered: true, due: false, next_at: '2026-11-20T23:00:00.000Z' })
    clock.advance(11 * HOUR_MS)
    expect(await due(person)).toEqual({ offered: true, due: true, next_at: null })
    expect(await checkin(person, 'Europe/Berlin')).toMatchObject({ message_num: 5, streak_day: 2 })
  })

  it('grants one reward to fifty at the same moment from two devices (WAL-06)', async () => {
    const { checkin, messagesOf } = open(db)
    const person = await createTestPerson(db, { messages: 0 })
    const zones = ['Europe/Berlin', 'Europe/Paris']
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => checkin(person, undefined, zones[index % 2])),
    )
    const refused = tries.filter((one) => one.status === 'rejected').map((one) => one.reason)
    expect(refused).toHaveLength(49)
    expect(refused.every((reason) => reason.errorName === 'Conflict')).toBe(true)
    expect(await messagesOf(person)).toBe(5)
    expect(await exportCheckins(db, person.id)).toHaveLength(1)
  })

  it('counts up the seven days and starts again', async () => {
    const { checkin, clock } = open(db)
    const person = await createTestPerson(db, { messages: 0, memberUntilSeconds: 2_000_000_000 })
    const given: number[][] = []
    for (let day = 0; day < 8; day++) {
      const { message_num, coin_num } = await checkin(person, 'Asia/Tokyo')
      given.push([message_num, coin_num])
      clock.advance(24 * HOUR_MS)
    }
    expect(given).toEqual([
      [5, 2],
      [5, 2],
      [10, 4],
      [10, 4],
      [15, 6],
      [15, 6],
      [30, 12],
      [5, 2],
    ])
  })

  it('grants coins exactly while now is before the end of the membership (WAL-11)', async () => {
    const { checkin, clock } = open(db)
    const second = clock.now().getTime() / 1000
    for (const [until, coins] of [
      [second + 1, 2],
      [second, 0],
      [second - 1, 0],
    ] as const) {
      const person = await createTestPerson(db, { memberUntilSeconds: until })
      expect((await checkin(person, 'UTC')).coin_num).toBe(coins)
    }
  })

  it.each(['', 'Mars/X', 'x'.repeat(10_000), '../../etc', '+02:00', '-5', 'UTC+3', 'Europe/Berlin\0'])(
    'rejects the zone %j on its field and grants nothing (WAL-09)',
    async (zone) => {
      const { checkin, messagesOf } = open(db)
      const person = await createTestPerson(db, { messages: 20 })
      await expect(checkin(person, zone, 'Europe/Berlin')).rejects.toMatchObject({
        errorName: 'InvalidInput',
        facts: { issues: [{ path: 'time_zone' }] },
      })
      expect(await messagesOf(person)).toBe(20)
    },
  )

  it('uses the zone of the call, else the header’s, else the last valid one (WAL-09)', async () => {
    const { checkin, clock, services, week } = open(db)
    clock.set('2026-11-20T23:30:00Z')
    const dayOf = async (person: Person) => (await exportCheckins(services.database, person.id))[0]?.day
    const asked = await createTestPerson(db, { timeZone: 'UTC' })
    await checkin(asked, 'Asia/Tokyo', 'America/Lima')
    expect(await dayOf(asked)).toBe('2026-11-21')
    const header = await createTestPerson(db, { timeZone: 'Asia/Tokyo' })
    await checkin(header, undefined, 'America/Lima')
    expect(await dayOf(header)).toBe('2026-11-20')
    const lastGood = await createTestPerson(db, { timeZone: 'Asia/Tokyo' })
    expect((await week(lastGood)).find((day) => day.is_today)?.date).toBe('2026-11-21')
    await checkin(lastGood)
    expect(await dayOf(lastGood)).toBe('2026-11-21')
  })

  it.each([
    ['an age that is unknown', { ageState: 'unknown', ageScope: null }, 'AgeNotOpen', 'age_unknown', true],
    ['someone under 18 (A5)', { ageState: 'minor_declared', ageScope: 1 }, 'AgeNotOpen', 'under_18', false],
    ['someone who seems under 18', { ageState: 'minor_suspected' }, 'AgeNotOpen', 'under_18', false],
    ['the day after a crisis (C3)', { lastCrisisAt: new Date('2026-11-19T12:00:01Z') }, 'NotAllowed', 'rests', false],
  ] as const)('is closed to %s', async (_name, overrides, errorName, reason, offered) => {
    const { checkin, week, due, messagesOf } = open(db)
    const person = await createTestPerson(db, { messages: 20, ...overrides })
    await expect(checkin(person, 'UTC')).rejects.toMatchObject({ errorName, facts: { reason } })
    await expect(week(person, 'UTC')).rejects.toMatchObject({ errorName })
    expect(await due(person, 'UTC')).toMatchObject({ offered })
    expect(await messagesOf(person)).toBe(20)
  })

  it('uses the database’s clock for the day, not this machine’s (WAL-10)', async () => {
    const { services, clock } = open(db)
    clock.set('2031-01-01T12:00:00Z')
    const calls = rewardHandlers({ ...services, databaseTime: loadDatabaseTime })
    const person = await createTestPerson(db)
    const caller = asCaller({ identity: identityOf(person), timeZone: 'UTC' })
    await calls.checkin({ query: undefined, body: {} }, caller)
    const [made] = await exportCheckins(db, person.id)
    const [row] = await db.query<{ apart: number }>(
      `select abs(extract(epoch from (now() - $1::timestamptz)))::int as apart`,
      [made?.at ?? null],
    )
    expect(row?.apart).toBeLessThan(60)
    expect(made?.day).toBe(made?.at.toISOString().slice(0, 10))
  })

  it('grants all or nothing when it fails halfway (WAL-04)', async () => {
    const { services, messagesOf, checkin } = open(db)
    const person = await createTestPerson(db, { messages: 20, memberUntilSeconds: 2_000_000_000 })
    const [{ count: before } = { count: 0 }] = await countTransfers(db)
    // Fail after each statement of the check-in in turn.
    for (let allowed = 0; ; allowed++) {
      let left = allowed
      const broken: Database = {
        ...db,
        transaction: (work) =>
          db.transaction((tx) =>
            work({
              afterCommit: tx.afterCommit,
              query: (text, values) => {
                if (left-- === 0) throw new Error('the power went')
                return tx.query(text, values)
              },
            }),
          ),
      }
      const calls = rewardHandlers({ ...services, database: broken })
      const caller = asCaller({ identity: identityOf(person), timeZone: 'UTC' })
      const done = await calls.checkin({ query: undefined, body: {} }, caller).catch((error: Error) => error)
      if (!(done instanceof Error)) break
      expect(done.message).toBe('the power went')
      expect(await messagesOf(person)).toBe(20)
      expect(await exportCheckins(db, person.id)).toEqual([])
      expect((await countTransfers(db))[0]?.count).toBe(before)
      expect(allowed).toBeLessThan(20)
    }
    expect(await messagesOf(person)).toBe(25)
    await expect(checkin(person, 'UTC')).rejects.toMatchObject({ errorName: 'Conflict' })
  })

  it('deletes every check-in of an erased person (D2)', async () => {
    const { checkin } = open(db)
    const person = await createTestPerson(db)
    await checkin(person, 'UTC')
    await db.query('delete from person where id = $1', [person.id])
    expect(await exportCheckins(db, person.id)).toEqual([])
  })
})

const countTransfers = (db: Database) => db.query<{ count: number }>('select count(*) as count from ledger_transfer')
