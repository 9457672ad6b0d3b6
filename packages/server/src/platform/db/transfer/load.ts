import { isDeepStrictEqual } from 'node:util'
import { countOf } from '../../count-of.ts'
import type { Database, Queryable } from '../database.ts'
import { assertKnownMigrations, migrate } from '../migrate.ts'
import { loadBalances, loadSequences, prepare, type SnapshotFacts, TransferRefused } from './snapshot.ts'
import { digestTable, insertRows, listTables, quoteName, type TableDigest, type TableShape } from './tables.ts'

/** What is brought into an empty database. */
export interface TransferSource extends SnapshotFacts {
  tables: readonly TableShape[]
  rows(table: TableShape): AsyncGenerator<string[]>
  /** Known once the rows of the table have been read. */
  digestOf(table: TableShape): TableDigest
}

/**
 * Fills an empty database, in one transaction: the schema of the source, all of its rows, its sequences and then the
 * newer migrations of this build. Every table is read again, and compared with the source. After an error, or a crash,
 * the database is as empty as before.
 * @throws TransferRefused when it is not empty, or differs afterwards; SchemaTooNew
 */
export async function loadIntoEmpty(database: Database, source: TransferSource): Promise<Map<string, TableDigest>> {
  assertKnownMigrations(source.migrations)
  const digests = await database.transaction(async (tx) => {
    await prepare(tx)
    await assertEmptyDatabase(tx)
    const inside = { transaction: <Result>(work: (own: typeof tx) => Promise<Result>) => work(tx) }
    await migrate(inside, { only: new Set(source.migrations) })
    await prepare(tx) // migrations have settings of their own
    const shapes = await comparableTables(tx, source)
    await withoutRules(tx, shapes, async () => {
      await tx.query(`truncate ${shapes.map(({ name }) => quoteName(name)).join(', ')}`)
      for (const table of source.tables)
        for await (const lines of source.rows(table)) await insertRows(tx, table, lines)
    })
    for (const [name, { last, isCalled }] of Object.entries(source.sequences))
      await tx.query('select setval($1::regclass, $2::bigint, $3)', [quoteName(name), last, isCalled])
    const loaded = await compare(tx, source)
    await migrate(inside)
    return loaded
  })
  await database.script('analyze')
  return digests
}

/** @throws TransferRefused */
export async function assertEmptyDatabase(db: Queryable): Promise<void> {
  const tables = await listTables(db)
  if (tables.length > 0)
    throw new TransferRefused(
      'The target database is not empty, so nothing was changed: create a new one, and start no server on it before.',
    )
}

/** @throws TransferRefused when the schema of the same migrations has other tables or columns. */
async function comparableTables(tx: Queryable, source: TransferSource): Promise<TableShape[]> {
  const shapes = await listTables(tx)
  const columnsOf = (tables: readonly TableShape[]) =>
    tables.map(({ name, columns }) => `${name}(${columns.map((column) => column.name).sort()})`).sort()
  const [here, there] = [columnsOf(shapes), columnsOf(source.tables)]
  const odd = [...here.filter((one) => !there.includes(one)), ...there.filter((one) => !here.includes(one))]
  if (odd.length > 0)
    throw new TransferRefused(`The tables are not those of this version of Everkin: ${odd.slice(0, 3).join(', ')}.`)
  return shapes
}

/**
 * Does work without foreign keys and triggers, for which no special right is needed. Adding the keys again checks all
 * rows.
 */
async function withoutRules(tx: Queryable, tables: readonly TableShape[], work: () => Promise<void>): Promise<void> {
  const keys = await tx.query<{ name: string; table: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  for (const { name, table } of keys) await tx.query(`alter table ${table} drop constraint ${quoteName(name)}`)
  for (const { name } of tables) await tx.query(`alter table ${quoteName(name)} disable trigger user`)
  await work()
  for (const { name } of tables) await tx.query(`alter table ${quoteName(name)} enable trigger user`)
  for (const { name, table, definition } of keys)
    await tx.query(`alter table ${table} add constraint ${quoteName(name)} ${definition}`)
}

/** @throws TransferRefused for a table, sequence or balance that is not as in the source. */
async function compare(tx: Queryable, source: TransferSource): Promise<Map<string, TableDigest>> {
  const digests = new Map<string, TableDigest>()
  for (const table of source.tables) {
    const [expected, found] = [source.digestOf(table), await digestTable(tx, table)]
    if (expected.rows !== found.rows || expected.digest !== found.digest)
      throw new TransferRefused(
        `The table ${table.name} is not the same afterwards (${found.rows} of ${countOf(expected.rows, 'row')}). Nothing was changed.`,
      )
    digests.set(table.name, found)
  }
  if (!isDeepStrictEqual(await loadBalances(tx), source.balances))
    throw new TransferRefused('The balances are not the same afterwards. Nothing was changed.')
  if (!isDeepStrictEqual(await loadSequences(tx), source.sequences))
    throw new TransferRefused('The sequences are not the same afterwards. Nothing was changed.')
  return digests
}
