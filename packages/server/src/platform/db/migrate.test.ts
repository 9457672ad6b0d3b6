import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  freshPostgresDatabase,
  openTestDatabase,
  testDatabaseKinds,
  testPostgresUrl,
} from '@everkin/testing/test-database.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { CONCURRENT, isMigrated, migrate, SchemaTooNew, splitStatements } from './migrate.ts'
import { openPostgres } from './postgres.ts'

let directory = ''
const folder = () => pathToFileURL(`${directory}/`)
const write = (name: string, text: string) => writeFileSync(join(directory, name), text)

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'everkin-migrations-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const tables = async (database: Database) =>
  (
    await database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename like 'm\\_%' order by 1`,
    )
  ).map((row) => row.name)

/** Every column, index and constraint, so that two schemas can be compared. */
const schemaOf = (database: Database) =>
  database.query(`select table_name as a, column_name as b, data_type || is_nullable || coalesce(column_default, '') as c
      from information_schema.columns where table_schema = 'public'
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2, 3`)

describe.each(testDatabaseKinds)('migrations, %s', (kind) => {
  const withDatabase = async (test: (database: Database) => Promise<void>) => {
    const { database, drop } = await openTestDatabase(kind)
    try {
      await test(database)
    } finally {
      await database.script(`drop table if exists m_one, m_two; delete from schema_migration where name like '9%'`)
      await drop()
    }
  }

  it('of a newer version stop an older one, which changes nothing', () =>
    withDatabase(async (database) => {
      write('9001.sql', 'create table m_one (id int);\n')
      write('9002.sql', 'create table m_two (id int);\n')
      await migrate(database, { folder: folder() })
      rmSync(join(directory, '9002.sql'))
      write('9000.sql', 'drop table m_one;\n')
      await expect(migrate(database, { folder: folder() })).rejects.toThrow(SchemaTooNew)
      await expect(migrate(database, { folder: folder() })).rejects.toThrow('newer Everkin (9002.sql)')
      expect(await tables(database)).toEqual(['m_one', 'm_two'])
    }))

  it('are applied once, in the order of their names, and only the new ones later', () =>
    withDatabase(async (database) => {
      write('9002.sql', 'insert into m_one values (1);\n')
      write('9001.sql', 'create table m_one (id int);\n')
      expect(await migrate(database, { folder: folder() })).toEqual(['9001.sql', '9002.sql'])
      expect(await migrate(database, { folder: folder() })).toEqual([])
      write('9003.sql', 'create table m_two (id int);\n')
      expect(await migrate(database, { folder: folder() })).toEqual(['9003.sql'])
      expect(await database.query('select id from m_one')).toEqual([{ id: 1 }])
    }))

  it('MIG-02: leave the old schema when a later one fails, and succeed once it is fixed', () =>
    withDatabase(async (database) => {
      write('9001.sql', 'create table m_one (id int);\n')
      write('9002.sql', 'create table m_two (id int);\nselect 1 / 0;\n')
      await expect(migrate(database, { folder: folder() })).rejects.toMatchObject({ code: '22012' })
      expect(await tables(database)).toEqual([])
      write('9002.sql', 'create table m_two (id int);\n')
      expect(await migrate(database, { folder: folder() })).toEqual(['9001.sql', '9002.sql'])
      expect(await tables(database)).toEqual(['m_one', 'm_two'])
    }))

  it('are rejected when one was changed after it had been applied', () =>
    withDatabase(async (database) => {
      write('9001.sql', 'create table m_one (id int);\n')
      await migrate(database, { folder: folder() })
      write('9001.sql', 'create table m_one (id bigint);\n')
      write('9002.sql', 'create table m_two (id int);\n')
      await expect(migrate(database, { folder: folder() })).rejects.toThrow(
        'migration 9001.sql was changed after it was applied',
      )
      expect(await tables(database)).toEqual(['m_one'])
    }))

  it('of this build are all applied', () =>
    withDatabase(async (database) => {
      expect(await isMigrated(database)).toBe(true)
      await database.query(
        `update schema_migration set name = 'away' where name = (select max(name) from schema_migration)`,
      )
      expect(await isMigrated(database)).toBe(false)
      const last = readdirSync(new URL('./migrations/', import.meta.url))
        .filter((name) => name.endsWith('.sql'))
        .sort()
        .at(-1)
      await database.query(`update schema_migration set name = $1 where name = 'away'`, [last ?? ''])
    }))
})

it.runIf(testPostgresUrl)('the schema is the same on both databases', async () => {
  const [embedded, postgres] = [await openTestDatabase('embedded'), await openTestDatabase('postgres')]
  expect(await schemaOf(postgres.database)).toEqual(await schemaOf(embedded.database))
  await postgres.drop()
})

describe.runIf(testPostgresUrl)('migrations of several processes', () => {
  const emptied = async () => {
    const fresh = await freshPostgresDatabase()
    await fresh.database.script('drop schema public cascade; create schema public')
    return fresh
  }

  it('that are started concurrently are applied once', async () => {
    const { database, url, drop } = await emptied()
    const others = Array.from({ length: 4 }, () => openPostgres(url, () => undefined))
    const applied = await Promise.all(others.map((other) => migrate(other)))
    expect(applied.flat()).toEqual([...new Set(applied.flat())])
    expect(await isMigrated(database)).toBe(true)
    await Promise.all(others.map((other) => other.close()))
    await drop()
  })

  it('MIG-02: that are killed halfway leave nothing, and the next run completes', async () => {
    const { database, url, drop } = await emptied()
    write('9001.sql', 'create table m_one (id int);\n')
    write('9002.sql', 'select pg_sleep(1.5);\ncreate table m_two (id int);\n')
    const child = runMigration(url)
    const isAsleep = async () =>
      (
        await database.query(
          `select 1 from pg_stat_activity where query like '%pg_sleep(1.5)%' and pid <> pg_backend_pid()`,
        )
      ).length > 0
    while (!(await isAsleep())) await new Promise((resolve) => setTimeout(resolve, 20))
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await tables(database)).toEqual([])
    expect(await migrate(database, { folder: folder() })).toEqual(['9001.sql', '9002.sql'])
    expect(await tables(database)).toEqual(['m_one', 'm_two'])
    await drop()
  })
})

function runMigration(url: string): ChildProcess {
  const of = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  const script = `
    import { migrate } from ${of('./migrate.ts')}
    import { openPostgres } from ${of('./postgres.ts')}
    await migrate(openPostgres(${JSON.stringify(url)}, () => undefined), { folder: new URL(${JSON.stringify(folder().href)}) })`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
}

describe.runIf(testPostgresUrl)('migrations while the site is in use', () => {
  it('MIG-03: give up a table that is in use, leave nothing, and try again', async () => {
    const { database, url, drop } = await freshPostgresDatabase()
    const other = openPostgres(url, () => undefined)
    write('9001.sql', 'create table m_one (id int);\nalter table person add column m_extra int;\n')
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    let isReading = () => {}
    const reads = new Promise<void>((resolve) => {
      isReading = resolve
    })
    const reader = other.transaction(async (tx) => {
      await tx.query('select 1 from person')
      isReading()
      await isReleased
    })
    await reads
    const attempts: number[] = []
    const applied = await migrate(database, {
      folder: folder(),
      onBusy: (attempt) => {
        attempts.push(attempt)
        release()
      },
    })
    expect(attempts).toEqual([1])
    expect(applied).toEqual(['9001.sql'])
    await reader
    await other.close()
    await drop()
  })

  it('build an index beside everything else, also after an attempt that was interrupted', async () => {
    const { database, url, drop } = await freshPostgresDatabase()
    const others = [openPostgres(url, () => undefined), openPostgres(url, () => undefined)]
    write('9001.sql', 'create table m_one (id int);\n')
    write(
      '9002.sql',
      `${CONCURRENT}\ncreate index concurrently if not exists m_first on m_one (id);\ncreate unique index concurrently if not exists m_second on m_one (id);\n`,
    )
    write('9003.sql', 'create table m_two (id int);\n')
    // An index that an earlier attempt has left half built.
    await database.script('create table m_one (id int); insert into m_one values (1), (1)')
    await expect(database.script('create unique index concurrently m_second on m_one (id)')).rejects.toThrow()
    await database.script('delete from m_one')
    write('9001.sql', 'create table if not exists m_one (id int);\n')
    const results = await Promise.all(others.map((other) => migrate(other, { folder: folder() })))
    expect(results.flat().sort()).toEqual(['9001.sql', '9002.sql', '9003.sql'])
    const indexes = await database.query(
      `select indexrelid::regclass::text as name, indisvalid as "isValid" from pg_index
       where indrelid = 'm_one'::regclass order by 1`,
    )
    expect(indexes).toEqual([
      { name: 'm_first', isValid: true },
      { name: 'm_second', isValid: true },
    ])
    await Promise.all(others.map((other) => other.close()))
    await drop()
  })
})

it('a migration beside which an index would be built concurrently runs in the embedded database, too', async () => {
  const { database, drop } = await openTestDatabase('embedded')
  write('9001.sql', 'create table m_one (id int);\n')
  write('9002.sql', `${CONCURRENT}\ncreate index concurrently if not exists m_first on m_one (id);\n`)
  expect(await migrate(database, { folder: folder() })).toEqual(['9001.sql', '9002.sql'])
  expect(await database.query(`select 1 as one from pg_indexes where indexname = 'm_first'`)).toEqual([{ one: 1 }])
  await database.script(`drop table m_one; delete from schema_migration where name like '9%'`)
  await drop()
})

describe('the statements of a migration', () => {
  it.each([
    ['', []],
    ['-- a note\n\n', []],
    ['select 1;', ['select 1;']],
    ['select 1;\nselect 2', ['select 1;', 'select 2']],
    ['select\n  1,\n  2;\n', ['select\n  1,\n  2;']],
    ['select 1; -- why\nselect 2;', ['select 1; -- why', 'select 2;']],
    [`select ';' as a,\n 2;`, [`select ';' as a,\n 2;`]],
    [
      'do $$\nbegin\n  perform 1;\n  -- kept;\n\nend $$;\nselect 2;',
      ['do $$\nbegin\n  perform 1;\n  -- kept;\n\nend $$;', 'select 2;'],
    ],
    [
      'create function f() returns int language sql as $$ select 1; $$;\nselect 2;',
      ['create function f() returns int language sql as $$ select 1; $$;', 'select 2;'],
    ],
    ['select 1;\r\nselect 2;\r\n', ['select 1;', 'select 2;']],
  ])('of %j', (text, statements) => {
    expect(splitStatements(text)).toEqual(statements)
  })
})

/** An index that begins with the columns of the key; a partial one serves where it leaves out only rows without a value. */
const UNINDEXED_FOREIGN_KEYS = `
  select key.conrelid::regclass::text || '.' || key.conname as name from pg_constraint key
  where key.contype = 'f' and not exists (
    select 1 from pg_index i
    where i.indrelid = key.conrelid
      and (string_to_array(i.indkey::text, ' ')::int[])[1:cardinality(key.conkey)] @> key.conkey::int[]
      and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = (
        select '(' || string_agg(a.attname || ' IS NOT NULL', ') AND (') || ')' from pg_attribute a
        where a.attrelid = key.conrelid and a.attnum = any(key.conkey))))`

describe('the schema', () => {
  it('has an index for each foreign key, so that deleting a row reads no whole table', async () => {
    const { database, drop } = await openTestDatabase('embedded')
    expect(await database.query(UNINDEXED_FOREIGN_KEYS)).toEqual([])
    await drop()
  })
})
