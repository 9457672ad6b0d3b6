import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findCrossingStatements } from '@everkin/testing/plans/explain-statements.ts'
import { fillSite } from '@everkin/testing/plans/fill-site.ts'
import { runHotOperations } from '@everkin/testing/plans/hot-operations.ts'
import { recordStatements } from '@everkin/testing/plans/record-statements.ts'
import { freshPostgresDatabase, testPostgresUrl } from '@everkin/testing/test-database.ts'
import { startTestServer } from '@everkin/testing/test-server.ts'
import { describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { CONCURRENT, migrate } from './migrate.ts'
import { digestTable, listTables } from './transfer/tables.ts'

const ROOT = new URL('../../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')
const PARTITION = read('deploy/postgres/partition-chats.sql')
const DISTRIBUTE = read('deploy/postgres/distribute-chats.sql')
const SCALING = read('docs/scaling.md')
const SIZE = { messages: 4_000, messagesPerChat: 20 }
const PARTITIONED = ['chat_index_term', 'memory_passage', 'memory_receipt', 'message']

/**
 * Stands in for Citus: `create_distributed_table` with its rules. A unique index contains the distribution column, and a
 * foreign key joins the distribution columns of tables that are placed together.
 */
const CITUS_RULES = `
  create table distributed (name text primary key, distribution_column text not null);
  create function create_distributed_table(added regclass, distributed_by text, colocate_with text default 'default')
  returns void language plpgsql as $$
  declare
    found record;
  begin
    insert into distributed values (added::text, distributed_by);
    for found in select indexrelid::regclass as name from pg_index i where indrelid = added and indisunique
        and not exists (select from pg_attribute where attrelid = added and attname = distributed_by and attnum = any(i.indkey)) loop
      raise exception 'the unique index % of % lacks %', found.name, added, distributed_by;
    end loop;
    if exists (select from pg_trigger where tgrelid = added and not tgisinternal) then
      raise exception '% has a trigger', added;
    end if;
  end $$;
  create view pg_dist_partition as select name::regclass as logicalrelid from distributed;
  create function citus_add_local_table_to_metadata(added regclass) returns void language sql as '';
  create function check_foreign_keys() returns setof text language sql as $$
    select c.conname::text from pg_constraint c
      left join distributed s on s.name = c.conrelid::regclass::text
      left join distributed t on t.name = c.confrelid::regclass::text
    where c.contype = 'f' and (s.name is not null or t.name is not null) and not coalesce((
      select bool_or(a.attname = s.distribution_column and b.attname = t.distribution_column)
      from unnest(c.conkey, c.confkey) as k (own, theirs)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.theirs), false)
  $$;`

async function withFilledSite(work: (database: Database, url: string) => Promise<void>): Promise<void> {
  const { database, url, drop } = await freshPostgresDatabase()
  try {
    await fillSite(database, SIZE)
    await work(database, url)
  } finally {
    await drop()
  }
}

/** Erasing a person takes their chats, and a repeated message is stored once. */
async function expectChatsToHold(database: Database): Promise<void> {
  const count = async (person: string) =>
    (
      await database.query<{ rows: number }>(
        `select (select count(*) from message m join chat c on c.id = m.chat_id where c.person_id = $1)
           + (select count(*) from chat where person_id = $1) + (select count(*) from memory_fact where person_id = $1) as rows`,
        [person],
      )
    )[0]?.rows ?? 0
  expect(await count('p2')).toBeGreaterThan(80)
  await database.query(`delete from person where id = 'p2'`)
  expect(await count('p2')).toBe(0)
  const orphans = await database.query(
    `select 1 from message where not exists (select from chat where id = chat_id) limit 1`,
  )
  expect(orphans).toEqual([])

  const server = await startTestServer({ database })
  const person = await server.signIn(`${randomUUID()}@example.org`)
  const client = await person.connect()
  const [chatId, other] = [await person.startChat(), await person.startChat('card-3')]
  const frame = { type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Good evening' } as const
  client.send(frame)
  await client.next('message.completed')
  client.send(frame)
  const from = client.frames.length
  client.send({ ...frame, chat_id: other })
  expect(await client.next('nack', () => true, from)).toMatchObject({ code: 1004 })
  const stored = await database.query('select 1 from message where client_id = $1', [frame.client_id])
  expect(stored).toHaveLength(1)
  await server.end()
}

describe.runIf(testPostgresUrl)('message tables partitioned by chat', () => {
  it('hold the same rows, keys and indexes, and serve every hot operation from one partition but those that are documented', () =>
    withFilledSite(async (database, url) => {
      const describeTables = () =>
        database.transaction(async (tx) => {
          const found: Record<string, unknown> = {}
          for (const table of await listTables(tx))
            if (PARTITIONED.includes(table.name)) found[table.name] = [table.columns, await digestTable(tx, table)]
          return found
        })
      const keys = () =>
        database.query(`select conrelid::regclass::text as source, conname as name, pg_get_constraintdef(oid) as definition
          from pg_constraint where contype in ('p', 'u', 'f', 'c') and conparentid = 0
            and conrelid::regclass::text = any(array['deleted_message', 'chat_index_term', 'memory_passage', 'memory_receipt', 'message'])
          order by 1, 2`)
      const indexes = () =>
        database.query(`select tablename, indexname from pg_indexes where tablename = any($1::text[]) order by 1, 2`, [
          PARTITIONED,
        ])
      const before = [await describeTables(), await keys(), await indexes()]
      await database.script(PARTITION)
      expect([await describeTables(), await keys(), await indexes()]).toEqual(before)
      await database.script(PARTITION) // changes nothing a second time

      const recorder = recordStatements(database)
      await runHotOperations(recorder)
      const crossing = await findCrossingStatements(url, recorder.statements())
      const documented = [...SCALING.matchAll(/^\| (.+?) \| .*?`(\w+)`.* \| hot \|$/gm)].map(
        ([, name, table]) => `${name}: ${table}`,
      )
      expect([...new Set(crossing.map(({ operation, table }) => `${operation}: ${table}`))].sort()).toEqual(
        documented.sort(),
      )
      await expectChatsToHold(database)
    }))

  it('get the indexes of later migrations partition by partition', () =>
    withFilledSite(async (database) => {
      await database.script(PARTITION)
      const folder = mkdtempSync(join(tmpdir(), 'everkin-migrations-'))
      const file = (statement: string) => `${CONCURRENT}\n${statement}\n`
      const create =
        'create index concurrently if not exists message_later on message (chat_id, created_at) where hidden;'
      writeFileSync(join(folder, '9001.sql'), file(create))
      writeFileSync(join(folder, '9002.sql'), file('drop index concurrently if exists message_later;'))
      const options = { folder: pathToFileURL(`${folder}/`) }
      const valid = () =>
        database.query<{ parts: number }>(
          `select count(*)::int as parts from pg_index i join pg_class c on c.oid = indexrelid
           where relname like 'message_later%' and indisvalid`,
        )
      await migrate(database, { ...options, only: new Set(['9001.sql']) })
      expect(await valid()).toEqual([{ parts: 33 }])
      await migrate(database, options)
      expect(await valid()).toEqual([{ parts: 0 }])
      rmSync(folder, { recursive: true })
    }))
})

describe.runIf(testPostgresUrl)('tables distributed by chat', () => {
  it('keep to the rules of Citus, and serve every hot operation', () =>
    withFilledSite(async (database) => {
      await database.script(CITUS_RULES)
      await database.script(DISTRIBUTE)
      expect(await database.query('select check_foreign_keys()')).toEqual([])
      const distributed = await database.query<{ name: string; distribution_column: string }>(
        'select * from distributed',
      )
      const documented = tableRows().filter(({ by }) => by.startsWith('chat'))
      expect(Object.fromEntries(distributed.map((each) => [each.name, each.distribution_column]))).toEqual(
        Object.fromEntries(documented.map(({ name }) => [name, name === 'chat' ? 'id' : 'chat_id'])),
      )
      await runHotOperations(recordStatements(database))
      await expectChatsToHold(database)
    }))
})

/** The rows of the table of tables in docs/scaling.md. */
function tableRows(): { name: string; by: string }[] {
  const [, section = ''] = SCALING.split('### Where each table goes')
  return [...(section.split('\n#')[0] ?? '').matchAll(/^\| (.+?) \| (.+?) \|/gm)].flatMap(([, names = '', by = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, by })),
  )
}

it.runIf(testPostgresUrl)('docs/scaling.md says for every table where it goes', async () => {
  const { database, drop } = await freshPostgresDatabase()
  const tables = (await listTables(database)).map(({ name }) => name)
  expect(
    tableRows()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(tables.sort())
  await drop()
})
