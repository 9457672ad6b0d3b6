import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { Database, SqlValue, Transaction } from '@everkin/server/platform/db/database.ts'
import { migrate } from '@everkin/server/platform/db/migrate.ts'
import { openPostgres } from '@everkin/server/platform/db/postgres.ts'
import pg from 'pg'

/** Data folders of embedded databases, as tar archives for `openEmbedded`: one without any table, one migrated. */
export async function takeSnapshots(): Promise<{ bare: Blob; migrated: Blob }> {
  const database = await PGlite.create({ extensions: { pg_trgm } })
  const bare = await takeSnapshot(database)
  await migrate({
    transaction: (work) =>
      database.transaction((tx) =>
        work({
          query: async <Row>(text: string, values: readonly SqlValue[] = []) =>
            (await tx.query<Row>(text, [...values])).rows,
          afterCommit: () => undefined,
        } satisfies Transaction),
      ),
  })
  const migrated = await takeSnapshot(database)
  await database.close()
  return { bare, migrated }
}

async function takeSnapshot(database: PGlite): Promise<Blob> {
  await database.query('checkpoint') // otherwise every copy replays what was written
  return database.dumpDataDir('none')
}

/**
 * Creates a migrated, empty database in a cluster, to be copied as a template. `url` is of another database in it.
 * `finish` may change it further.
 */
export async function createTemplate(
  url: string,
  name: string,
  finish: (database: Database, url: string) => Promise<void> = async () => undefined,
): Promise<void> {
  await administer(url, `create database ${name}`)
  const address = new URL(url)
  address.pathname = `/${name}`
  const database = openPostgres(address.href, () => undefined)
  await migrate(database)
  await finish(database, address.href)
  await database.close()
  await closeTemplate(url, name)
}

/** Ends what is connected to a database, such as a worker of an extension, and lets nobody in: it can be copied. */
export async function closeTemplate(url: string, name: string): Promise<void> {
  await administer(url, `alter database ${name} with allow_connections false`)
  await administer(url, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
}

/** Runs one statement about whole databases, which is not allowed in a transaction. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
