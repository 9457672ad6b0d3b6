import { randomBytes } from 'node:crypto'
import type { Database } from '@everkin/server/platform/db/database.ts'
import { openEmbedded } from '@everkin/server/platform/db/embedded.ts'
import { migrate } from '@everkin/server/platform/db/migrate.ts'
import { openPostgres } from '@everkin/server/platform/db/postgres.ts'
import pg from 'pg'

/** Address of the PostgreSQL cluster that the test run started (see `vitest.global-setup.ts`), or null. */
export const testPostgresUrl: string | null = process.env.TEST_DATABASE_URL || null

let embedded: Promise<Database> | null = null

/** The embedded database in memory, migrated and empty; one for a test file, since opening takes seconds. */
export async function emptyEmbeddedDatabase(): Promise<Database> {
  embedded ??= openMigrated()
  const database = await embedded
  await emptyTables(database)
  return database
}

async function openMigrated(): Promise<Database> {
  const database = await openEmbedded(null)
  await migrate(database)
  return database
}

/** An embedded database of one's own, with the extension that compares vectors lying ready (pgvector). Close it when done. */
export async function embeddedDatabaseWithVectors(): Promise<Database> {
  const database = await openEmbedded(null, { vector: import.meta.resolve('@electric-sql/pglite-pgvector') })
  await migrate(database)
  return database
}

/** Removes every row that a migration did not put there; the ledger's guard against deletion sees no truncation. */
export async function emptyTables(database: Database): Promise<void> {
  const tables = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('schema_migration', 'product')`,
  )
  await database.script(`truncate ${tables.map((table) => `"${table.name}"`).join(', ')} restart identity cascade`)
}

/** A database of its own in the test cluster, migrated and empty. Call `drop` when done. */
export async function freshPostgresDatabase(): Promise<{ database: Database; url: string; drop(): Promise<void> }> {
  if (!testPostgresUrl) throw new Error('TEST_DATABASE_URL is not set')
  const name = `t_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name}`)
  const url = new URL(testPostgresUrl)
  url.pathname = `/${name}`
  const database = openPostgres(url.href, () => undefined)
  await migrate(database)
  return {
    database,
    url: url.href,
    drop: async () => {
      await database.close()
      await administer(`drop database ${name} with (force)`)
    },
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: testPostgresUrl ?? '' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The databases that a suite runs on: the embedded one always, PostgreSQL where the run has a cluster. */
export const testDatabaseKinds: readonly ('embedded' | 'postgres')[] = testPostgresUrl
  ? ['embedded', 'postgres']
  : ['embedded']

/** An empty database of the wanted kind and what ends it. */
export async function openTestDatabase(
  kind: 'embedded' | 'postgres',
): Promise<{ database: Database; drop(): Promise<void> }> {
  if (kind === 'postgres') return freshPostgresDatabase()
  return { database: await emptyEmbeddedDatabase(), drop: async () => undefined }
}
