import { findSequentialScans, type SequentialScan } from '@everkin/testing/plans/explain-statements.ts'
import { fillSite } from '@everkin/testing/plans/fill-site.ts'
import { runHotOperations } from '@everkin/testing/plans/hot-operations.ts'
import { type RecordedStatement, recordStatements, START } from '@everkin/testing/plans/record-statements.ts'
import { freshPostgresDatabase, testPostgresUrl } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Enough that an index is cheaper than reading the whole table, in the smallest of the large tables, too. */
const SIZE = { messages: 80_000, messagesPerChat: 20 }
const LARGE = 3_000

describe.runIf(testPostgresUrl)('PERF-D5: plans of hot operations', () => {
  let fresh: Awaited<ReturnType<typeof freshPostgresDatabase>>
  let statements: readonly RecordedStatement[]

  beforeAll(async () => {
    fresh = await freshPostgresDatabase()
    await fillSite(fresh.database, SIZE)
    const recorder = recordStatements(fresh.database)
    await runHotOperations(recorder)
    // Before the first request a server indexes its library, which is most of the cards here.
    statements = recorder.statements().filter(({ operation }) => operation !== START)
  })
  afterAll(() => fresh.drop())

  const describeScan = ({ operation, table, plan, text }: SequentialScan) =>
    `${operation}: ${table} (${plan} plan) in ${text.replace(/\s+/g, ' ').slice(0, 300)}`

  it.each([
    /insert into message [\s\S]*insert into generation/,
    /delete from generation/,
    /from message where chat_id/,
    /from chat_index_term/,
    /insert into ledger_transfer/,
    /insert into purchase_order/,
    /insert into session/,
    /update job set owner/,
    /from search_posting/,
    /from card_shelf/,
    /delete from chat where deleted_at/,
  ])('come from the use cases themselves: %s', (statement) => {
    expect(statements.some(({ text }) => statement.test(text))).toBe(true)
  })

  it('read no large table from beginning to end', async () => {
    const scans = await findSequentialScans(fresh.url, statements, LARGE)
    expect(scans.map(describeScan)).toEqual([])
  })

  it('are noticed when they do', async () => {
    const bad = { operation: 'x', text: 'select count(*) from message where text = $1', values: ['a'] }
    const found = await findSequentialScans(fresh.url, [bad], LARGE)
    expect(found.map(({ table, plan }) => `${table} ${plan}`)).toEqual(['message custom', 'message generic'])
    const good = { operation: 'x', text: 'select text from message where chat_id = $1 and seq = $2', values: ['c1', 1] }
    expect(await findSequentialScans(fresh.url, [good], LARGE)).toEqual([])
  })
})
