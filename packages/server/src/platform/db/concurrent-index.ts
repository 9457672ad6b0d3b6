import type { Database, Queryable } from './database.ts'

const CREATE = /^create (unique )?index concurrently if not exists (\w+) on (\w+)([\s\S]*)$/i
const DROP = /^drop index concurrently if exists (\w+)/i

/**
 * Runs one statement that builds or drops an index without locking its table, outside of the transaction `tx`, which
 * holds the lock of migrations meanwhile. What an interrupted attempt has left is dropped first. PostgreSQL builds no
 * index of a partitioned table concurrently, so there it is built for each partition and put together.
 */
export async function changeIndexConcurrently(
  tx: Queryable,
  script: Database['script'],
  statement: string,
): Promise<void> {
  const [, unique = '', name = '', table = '', rest = ''] = CREATE.exec(statement) ?? []
  if (name === '') return dropIndex(tx, script, statement)
  const partitions = await tx.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = to_regclass('public.' || quote_ident($1))
     order by inhrelid`,
    [table],
  )
  if (partitions.length === 0) return buildIndex(tx, script, { name, statement })
  await script(`create ${unique}index if not exists ${name} on only ${table}${rest}`)
  for (const partition of partitions) {
    const part = `${name}_${partition.name}`
    const build = `create ${unique}index concurrently if not exists ${part} on ${partition.name}${rest}`
    await buildIndex(tx, script, { name: part, statement: build })
    await script(`alter index ${name} attach partition ${part}`)
  }
}

async function buildIndex(
  tx: Queryable,
  script: Database['script'],
  { name, statement }: { name: string; statement: string },
): Promise<void> {
  const invalid = await tx.query(
    `select 1 from pg_index where not indisvalid and indexrelid = to_regclass('public.' || quote_ident($1))`,
    [name],
  )
  await forgetSnapshot(tx)
  if (invalid.length > 0) await script(`drop index concurrently if exists ${name}`)
  await script(statement)
}

async function dropIndex(tx: Queryable, script: Database['script'], statement: string): Promise<void> {
  const name = DROP.exec(statement)?.[1] ?? ''
  const partitioned = await tx.query(
    `select 1 from pg_class where relkind = 'I' and oid = to_regclass('public.' || quote_ident($1))`,
    [name],
  )
  await forgetSnapshot(tx)
  await script(partitioned.length > 0 ? `drop index if exists ${name}` : statement)
}

/** A transaction keeps the snapshot of its last query until the next statement, and the index would wait for it. */
async function forgetSnapshot(tx: Queryable): Promise<void> {
  await tx.query('set local statement_timeout = 0')
}
