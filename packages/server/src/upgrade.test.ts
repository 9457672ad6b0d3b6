import type { ApiCall, ApiQuery } from '@everkin/contract/api-types.ts'
import { FIRST_PEOPLE, fillFirstSchema } from '@everkin/testing/first-schema.ts'
import { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { bareTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcileLedger } from './modules/wallet/module.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import { isMigrated, migrate } from './platform/db/migrate.ts'

interface TableColumns {
  table: string
  columns: string[]
}
type Rows = Record<string, Record<string, unknown>[]>

const listColumns = (database: Database) =>
  database.query<TableColumns>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
  )

/** All rows of these columns, as text that the database gives, so that nothing is rounded on the way. */
async function loadRows(database: Database, tables: readonly TableColumns[]): Promise<Rows> {
  const rows: Rows = {}
  for (const { table, columns } of tables) {
    const texts = columns.map((name) => `"${name}"::text`).join(', ')
    rows[table] = await database.query(`select ${texts} from "${table}" as kept order by kept::text collate "C"`)
  }
  return rows
}

/** What migrations are to change in these rows: the weights of words in the search (0066). */
function expectedRows({ search_posting = [], ...rows }: Rows): Rows {
  return { ...rows, search_posting: search_posting.map((row) => ({ ...row, weight: String(Number(row.weight) * 10) })) }
}

describe.each(testDatabaseKinds)('data of the first version, %s', (kind) => {
  let opened: Awaited<ReturnType<typeof bareTestDatabase>>
  let before: Rows
  let tables: TableColumns[]
  let server: TestServer
  beforeAll(async () => {
    opened = await bareTestDatabase(kind)
    await fillFirstSchema(opened.database)
    tables = await listColumns(opened.database)
    before = await loadRows(opened.database, tables)
    await migrate(opened.database)
  })
  afterAll(async () => {
    await server?.end()
    await opened.drop()
  })

  const headersOf = ({ token, secret }: { token: string; secret: string }) => ({
    platform: '1',
    'user-token': token,
    authorization: `Bearer ${secret}`,
  })
  const load = async <Call extends ApiCall>(
    person: { token: string; secret: string },
    call: Call,
    query?: ApiQuery<Call>,
  ) => {
    const reply = await server.call(call, { headers: headersOf(person), ...(query && { query }) })
    expect(reply).toMatchObject({ status: 200, code: 1 })
    return reply.data
  }
  const pathOf = async (person: { token: string; secret: string }, chatId: string) =>
    (await load(person, 'GET /api/chat/getMessages', { chat_id: chatId })).list

  /** @throws when a balance differs from its entries, or a transfer does not sum to zero. */
  const assertLedger = async () =>
    expect(await reconcileLedger(opened.database, systemClock)).toMatchObject({ differing: [], unbalanced: [] })

  it('MIG-05: is the same after all migrations, row by row', async () => {
    const after = await loadRows(opened.database, tables)
    const { schema_migration: applied = [], ...kept } = after
    const { schema_migration: first = [], ...expected } = expectedRows(before)
    for (const table of Object.keys(expected)) expect(kept[table], table).toEqual(expected[table])
    expect(applied.slice(0, first.length)).toEqual(first)
    expect(await isMigrated(opened.database)).toBe(true)
    expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true)
  })

  describe('after the start of a server of this version', () => {
    const { mara, noe, kit } = FIRST_PEOPLE
    beforeAll(async () => {
      // The sessions are six days old.
      const clock = createTestClock('2026-11-26T12:00:00.000Z')
      server = await startTestServer({ database: opened.database, clock })
    })

    it('MIG-05: has the people, their sessions, ages and balances', async () => {
      expect(await load(mara, 'GET /api/user/info')).toMatchObject({
        nickname: 'Mara',
        teen: false,
        wallet: { coin_num: 0, message_num: 13, unlimited_messages: true },
      })
      expect(await load(kit, 'GET /api/user/info')).toMatchObject({ nickname: 'Kit', teen: true })
      const movements = (await load(mara, 'GET /api/user/ledger')).list
      expect(movements.map(({ amount, balance }) => [amount, balance])).toEqual(
        [13, 14, 15, 16, 17, 18, 19].map((balance) => [-1, balance]).concat([[20, 20]]),
      )
      await assertLedger()
    })

    it('MIG-05: shows chats with their variants and branches', async () => {
      const { list } = await load(mara, 'GET /api/chat/list', {})
      expect(list.map(({ id, pinned }) => [id, pinned])).toEqual([
        [mara.chats.wren, true],
        [mara.chats.ilse, false],
      ])
      const path = await pathOf(mara, mara.chats.ilse)
      expect(
        path.map(({ role, status, variant, text }) => [role, status, variant.index, variant.ids.length, text]),
      ).toEqual([
        ['character', 'complete', 0, 4, expect.stringContaining('lantern')],
        ['user', 'complete', 0, 1, 'Is the bakery still open?'],
        [
          'character',
          'complete',
          1,
          2,
          expect.stringMatching(/^Until the last loaf is gone\. It is\. .* honey bread\.$/),
        ],
        ['user', 'complete', 0, 1, 'What do you write on quiet evenings?'],
        ['character', 'complete', 0, 1, expect.stringMatching(/^Lists, mostly\./)],
        ['user', 'complete', 1, 2, 'What are you reading today?'],
        ['character', 'complete', 0, 1, 'Then let us go on, quietly. 5'],
        ['user', 'complete', 0, 1, 'Tell me more of it tomorrow.'],
      ])
    })

    it('DUR-01: ends the reply that was being written then, and returns its price', async () => {
      const path = await pathOf(noe, noe.chats.bram)
      expect(path.map(({ status, text }) => [status, text])).toEqual([
        ['complete', expect.any(String)],
        ['complete', 'Tu te souviens du nom du phare ?'],
        ['complete', expect.stringContaining('le phare des Sablons. *Il sourit.*')],
        ['complete', 'Et qui habite la maison du gardien ?'],
        ['failed', expect.any(String)],
      ])
      expect((await load(noe, 'GET /api/user/info')).wallet.message_num).toBe(19)
    })

    it('MIG-05: goes on: the chat is answered and charged, and likes are kept by the new library', async () => {
      const client = new RealtimeClient(`${server.origin.replace('http', 'ws')}/ws?token=${noe.token}`, headersOf(noe))
      await client.next('ready')
      client.send({
        type: 'message.send',
        chat_id: noe.chats.bram,
        client_id: '6f1b0a52-9c5e-4a57-8f0e-2d8f4d1c7a10',
        text: 'Encore ?',
      })
      expect((await client.next('message.completed')).message).toMatchObject({ status: 'complete' })
      client.close()
      expect((await load(noe, 'GET /api/user/info')).wallet.message_num).toBe(18)
      const card = await load(noe, 'GET /api/chat.Single/cardInfo', { id: 'bram' })
      expect(card).toMatchObject({ liked: true })
      await assertLedger()
    })
  })
})
