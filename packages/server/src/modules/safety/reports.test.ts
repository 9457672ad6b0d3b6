import { REPORT_REASONS } from '@everkin/contract/report-reasons.ts'
import { asCaller, createTestPerson, identityOf } from '@everkin/testing/builders.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import { eraseReporter, type Report } from './reports.ts'
import { safetyHandlers } from './routes.ts'

describe.each(testDatabaseKinds)('reports on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  const open = () => {
    const clock = createTestClock()
    const { report } = safetyHandlers({
      database: db,
      clock,
      limiter: createRateLimiter(clock, true),
      reportTargets: { card: async (_db, id) => id === 'a-card' },
    })
    return (personId: string, sent: Partial<Report>) => {
      const body = { target_type: 'card' as const, target_id: 'a-card', reason: REPORT_REASONS[0], ...sent }
      const identity = { ...identityOf({ id: personId, lang: 'en' } as never) } // only these two are read
      return report({ query: undefined, body: body as never }, asCaller({ identity })) // checked by the schema
    }
  }
  const stored = (personId: string) =>
    db.query<{ reason: string; note: string }>('select reason, note from report where person_id = $1', [personId])

  it('stores one report per key, however often it is sent (R1)', async () => {
    const person = await createTestPerson(db)
    const report = open()
    const sent = { note: 'x', idempotency_key: 'once' }
    await Promise.all([report(person.id, sent), report(person.id, sent), report(person.id, sent)])
    expect(await report(person.id, sent)).toEqual({})
    expect(await stored(person.id)).toEqual([{ reason: 'minor_safety', note: 'x' }])
  })

  it('rejects the same key for another report, and allows it for another person', async () => {
    const [person, other] = [await createTestPerson(db), await createTestPerson(db)]
    const report = open()
    await report(person.id, { idempotency_key: 'k' })
    await expect(report(person.id, { idempotency_key: 'k', reason: 'spam' })).rejects.toMatchObject({
      errorName: 'Conflict',
    })
    await report(other.id, { idempotency_key: 'k', reason: 'spam' })
    expect(await stored(other.id)).toHaveLength(1)
  })

  it.each([
    ['an unknown thing', { target_id: 'elsewhere' }],
    ['a kind that nobody answers for', { target_type: 'image' as const }],
  ])('returns NotFound for %s, and stores nothing', async (_name, sent) => {
    const person = await createTestPerson(db)
    await expect(open()(person.id, sent)).rejects.toMatchObject({ errorName: 'NotFound' })
    expect(await stored(person.id)).toEqual([])
  })

  it('limits the rate, with the time to wait, and still confirms what it already has', async () => {
    const person = await createTestPerson(db)
    const report = open()
    await report(person.id, { idempotency_key: 'first' })
    for (let count = 1; count < 60; count++) await report(person.id, {})
    await expect(report(person.id, {})).rejects.toMatchObject({
      errorName: 'TooManyRequests',
      facts: { retry_after: 3600 },
    })
    expect(await report(person.id, { idempotency_key: 'first' })).toEqual({})
  })

  it('keeps the report without its sender when they are erased (D2)', async () => {
    const person = await createTestPerson(db)
    await open()(person.id, { note: 'words of their own', idempotency_key: 'k' })
    const before = await stored(person.id)
    await db.transaction((tx) => eraseReporter(tx, person))
    expect(await stored(person.id)).toEqual([])
    const kept = await db.query(
      'select target_type, target_id, reason, note, idempotency_key from report where person_id is null',
    )
    expect(kept).toMatchObject([{ ...before[0], note: '', idempotency_key: null }])
  })
})

describe('help lines', () => {
  const { helpLines } = safetyHandlers({
    database: null as never, // help lines come from a file
    clock: createTestClock(),
    limiter: createRateLimiter(createTestClock(), true),
    reportTargets: {},
  })

  it('names the emergency number only for a known country (C1, C4)', async () => {
    const german = await helpLines({ query: { country: 'DE' }, body: undefined }, asCaller())
    expect(german.emergency).toBe('112')
    expect(german.lines.some((line) => line.country === 'DE')).toBe(true)
    const unknown = await helpLines({ query: {}, body: undefined }, asCaller({ locale: 'ja' }))
    expect(unknown.emergency).toBeNull()
    expect(unknown.lines.length).toBeGreaterThan(0)
  })
})
