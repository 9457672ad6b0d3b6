import { randomBytes } from 'node:crypto'
import { markDatabaseReady, prepareDatabaseFolder } from '@everkin/server/platform/db/data-folder.ts'
import type { Database } from '@everkin/server/platform/db/database.ts'
import { openEmbedded } from '@everkin/server/platform/db/embedded.ts'
import { migrate } from '@everkin/server/platform/db/migrate.ts'
import { openPostgres } from '@everkin/server/platform/db/postgres.ts'
import { ensurePrivateFolder } from '@everkin/server/platform/private-files.ts'
import { administer } from './database-templates.ts'
import { copyLibrary, createLibraryTemplate, dateLibrary, LIBRARY_TABLES, restoreLibrary } from './library-tables.ts'

/** URL of the PostgreSQL cluster of the test run (see `vitest.global-setup.ts`), or null. */
export const testPostgresUrl: string | null = process.env.TEST_DATABASE_URL || null

/**
 * What `vitest.global-setup.ts` created once for the whole run; null outside of one, where each database is migrated.
 */
const snapshot = process.env.TEST_DATABASE_SNAPSHOT || null
const bareSnapshot = process.env.TEST_DATABASE_BARE_SNAPSHOT || null
const template = process.env.TEST_DATABASE_TEMPLATE || null

let embedded: Promise<Database> | null = null

/** Stops the listeners that earlier tests have left on the shared embedded database. */
const unsubscribes: (() => void)[] = []

/** The embedded database in memory, migrated and empty; shared by all tests of a process, because opening one is slow. */
export function emptyEmbeddedDatabase(): Promise<Database> {
  return clearedEmbeddedDatabase()
}

async function clearedEmbeddedDatabase(kept: readonly string[] = []): Promise<Database> {
  for (const unsubscribe of unsubscribes.splice(0)) unsubscribe()
  if (embedded) await emptyTables(await embedded, kept)
  embedded ??= openMigrated()
  const database = await embedded
  const onCommit: Database['onCommit'] = (listener) => {
    const unsubscribe = database.onCommit(listener)
    unsubscribes.push(unsubscribe)
    return unsubscribe
  }
  return { ...database, onCommit }
}

/** A separate embedded database with pgvector available. Close it when done. */
export function embeddedDatabaseWithVectors(): Promise<Database> {
  return openMigrated({ vector: import.meta.resolve('@electric-sql/pglite-pgvector') })
}

async function openMigrated(extensions: Record<string, string> = {}): Promise<Database> {
  const database = await openEmbedded(null, extensions, snapshot)
  if (!snapshot) await migrate(database)
  await database.script('create schema initial; create table initial.product as table product')
  return database
}

/**
 * Removes every row that a migration did not insert, puts the products back and restarts the sequences. Deleting the
 * few rows of most tests takes a tenth of the time of truncating about a hundred tables; what is large is truncated. No
 * trigger fires, so the ledger and the audit log can be emptied too. Tables that are `kept` stay as they are.
 */
export async function emptyTables(database: Database, kept: readonly string[] = []): Promise<void> {
  await database.script(`
    do $$
    declare
      name text;
      names text[];
      is_large boolean;
      has_rows boolean;
    begin
      set local session_replication_role = replica; -- without triggers and foreign keys
      if to_regclass('initial.product') is not null then
        if exists (select 1 from (table product except table initial.product) as changed)
          or (select count(*) from product) <> (select count(*) from initial.product) then
          delete from product;
          insert into product table initial.product;
        end if;
      end if;
      select array_agg(quote_ident(relname)), bool_or(pg_relation_size(oid) > 1000000)
        into names, is_large
        from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0
          and relname not in (${['schema_migration', 'product', 'audit_head', ...kept].map((name) => `'${name}'`).join(', ')});
      if names is null then
        return;
      end if;
      if is_large then
        execute format('truncate %s restart identity cascade', array_to_string(names, ', '));
      else
        foreach name in array names loop
          execute format('select exists (select 1 from %s)', name) into has_rows;
          if has_rows then execute format('delete from %s', name); end if;
        end loop;
        for name in select quote_ident(sequencename) from pg_sequences where schemaname = 'public' and last_value is not null loop
          execute format('alter sequence %s restart', name);
        end loop;
      end if;
      update audit_head set seq = 0, hash = '' where seq <> 0;
    end $$;`)
}

/** A new database of this kind, without any table. Call `drop` when done. */
export function bareTestDatabase(
  kind: 'embedded' | 'postgres',
): Promise<{ database: Database; url: string | null; drop(): Promise<void> }> {
  if (kind === 'postgres') return freshPostgresDatabase({ isMigrated: false })
  return openEmbedded(null, {}, bareSnapshot).then((database) => ({
    database,
    url: null,
    drop: () => database.close(),
  }))
}

/** Puts a migrated, empty database into a data folder, as a server leaves it; creating one there takes far longer. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  if (!snapshot) return
  ensurePrivateFolder(dataDir)
  const { directory } = prepareDatabaseFolder(dataDir, new Date())
  await (await openEmbedded(directory, {}, snapshot)).close()
  ensurePrivateFolder(directory)
  markDatabaseReady(dataDir, new Date())
}

/** A new database in the test cluster, migrated and empty unless otherwise asked. Call `drop` when done. */
export function freshPostgresDatabase({ isMigrated = true } = {}): Promise<PostgresDatabase> {
  return createPostgresDatabase({ isMigrated, from: isMigrated ? template : null })
}

interface PostgresDatabase {
  database: Database
  url: string
  drop(): Promise<void>
}

async function createPostgresDatabase({
  isMigrated,
  from,
}: {
  isMigrated: boolean
  from: string | null
}): Promise<PostgresDatabase> {
  if (!testPostgresUrl) throw new Error('TEST_DATABASE_URL is not set')
  const name = `t_${randomBytes(8).toString('hex')}`
  await administer(testPostgresUrl, `create database ${name}${from ? ` template ${from}` : ''}`)
  const url = new URL(testPostgresUrl)
  url.pathname = `/${name}`
  const database = openPostgres(url.href, () => undefined)
  if (isMigrated && !from) await migrate(database)
  return {
    database,
    url: url.href,
    drop: async () => {
      await database.close()
      await administer(testPostgresUrl, `drop database ${name} with (force)`)
    },
  }
}

/** The databases that a suite runs on: always the embedded one, and PostgreSQL if the run has a cluster. */
export const testDatabaseKinds: readonly ('embedded' | 'postgres')[] = testPostgresUrl
  ? ['embedded', 'postgres']
  : ['embedded']

/** An empty database of this kind, and a function that removes it. */
export async function openTestDatabase(
  kind: 'embedded' | 'postgres',
): Promise<{ database: Database; drop(): Promise<void> }> {
  if (kind === 'postgres') return freshPostgresDatabase()
  return { database: await emptyEmbeddedDatabase(), drop: async () => undefined }
}

let embeddedLibrary: Promise<void> | null = null
let libraryTemplate: Promise<string> | null = null

/**
 * A database as after a server's first start: with the library, as new as `now`, and nothing else. `fill` starts and
 * stops such a server once in a process; later databases get copies of its rows, which takes a tenth of the time.
 */
export async function openDatabaseWithLibrary(
  kind: 'embedded' | 'postgres',
  { fill, now }: { fill: (database: Database) => Promise<void>; now: Date },
): Promise<{ database: Database; drop(): Promise<void> }> {
  if (kind === 'postgres') {
    if (!template) return freshPostgresDatabase()
    libraryTemplate ??= fillTemplate(template, fill)
    const fresh = await createPostgresDatabase({ isMigrated: true, from: await libraryTemplate })
    await dateLibrary(fresh.database, now)
    return fresh
  }
  const isFilled = embeddedLibrary !== null
  const database = await clearedEmbeddedDatabase(isFilled ? LIBRARY_TABLES : [])
  embeddedLibrary ??= fill(database).then(() => copyLibrary(database))
  await embeddedLibrary
  if (!isFilled) await emptyTables(database, LIBRARY_TABLES)
  await restoreLibrary(database)
  await dateLibrary(database, now)
  return { database, drop: async () => undefined }
}

async function fillTemplate(template: string, fill: (database: Database) => Promise<void>): Promise<string> {
  const name = `${template}_${randomBytes(4).toString('hex')}`
  await createLibraryTemplate({ url: testPostgresUrl!, template, name }, async (database) => {
    await fill(database)
    await emptyTables(database, LIBRARY_TABLES)
  })
  return name
}
