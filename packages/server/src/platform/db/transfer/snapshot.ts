import type { Database, Queryable, Transaction } from '../database.ts'
import {
  createTableDigest,
  EXACT_TEXTS,
  listTables,
  quoteName,
  readTable,
  type TableDigest,
  type TableShape,
} from './tables.ts'

/** What a database has besides its rows. */
export interface SnapshotFacts {
  installation: string | null
  migrations: string[]
  sequences: Record<string, { last: string; isCalled: boolean }>
  balances: Balances
}

/** By asset: how many accounts people have, and what is in them; and the sum of all entries, which is zero. */
export type Balances = Record<string, { accounts: number; total: string; entries: string }>

/** One state of a database, read table by table. */
export interface Snapshot extends SnapshotFacts {
  tables: readonly TableShape[]
  /** The rows of a table in batches; `onEnd` gets their digest. */
  rows(table: TableShape, onEnd: (digest: TableDigest) => void): AsyncGenerator<string[]>
}

/** A database cannot be backed up or moved. Its message is one line for the operator. */
export class TransferRefused extends Error {}

/**
 * Calls `work` with the state of the database at this moment; what a running server writes meanwhile is not in it.
 * @throws TransferRefused for a database that Everkin has not made.
 */
export function withSnapshot<Result>(
  database: Database,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    await prepare(tx)
    const tables = await listTables(tx)
    if (!tables.some(({ name }) => name === 'schema_migration'))
      throw new TransferRefused('The database has no data of Everkin: check DATABASE_URL and DATA_DIR.')
    return work({ tables, ...(await loadFacts(tx)), rows: (table, onEnd) => readAndDigest(tx, table, onEnd) })
  })
}

/** Settings of this transaction alone: exact texts, and as much time as it takes. */
export async function prepare(tx: Queryable): Promise<void> {
  for (const statement of EXACT_TEXTS.split(';')) await tx.query(statement)
  for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout'])
    await tx.query(`set local ${name} = 0`)
}

async function* readAndDigest(
  tx: Transaction,
  table: TableShape,
  onEnd: (digest: TableDigest) => void,
): AsyncGenerator<string[]> {
  const digest = createTableDigest()
  for await (const lines of readTable(tx, table)) {
    digest.add(lines)
    yield lines
  }
  onEnd(digest.result())
}

async function loadFacts(tx: Queryable): Promise<SnapshotFacts> {
  const migrations = await tx.query<{ name: string }>('select name from schema_migration order by name')
  const names = migrations.map(({ name }) => name)
  const hasInstallation = names.includes('0030-installation.sql')
  const [row] = hasInstallation ? await tx.query<{ id: string }>('select id from installation') : []
  return {
    installation: row?.id ?? null,
    migrations: names,
    sequences: await loadSequences(tx),
    balances: await loadBalances(tx),
  }
}

export async function loadSequences(tx: Queryable): Promise<SnapshotFacts['sequences']> {
  const names = await tx.query<{ name: string }>(
    `select relname as name from pg_class c where relkind = 'S' and relnamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by relname`,
  )
  const sequences: SnapshotFacts['sequences'] = {}
  for (const { name } of names) {
    const [row] = await tx.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${quoteName(name)}`,
    )
    if (row) sequences[name] = row
  }
  return sequences
}

export async function loadBalances(tx: Queryable): Promise<Balances> {
  const rows = await tx.query<{ asset: string; accounts: number; total: string; entries: string }>(
    `select a.asset, count(*) filter (where a.kind = 'person')::int as accounts,
       coalesce(sum(a.balance) filter (where a.kind = 'person'), 0)::text as total,
       coalesce((select sum(e.amount) from ledger_entry e join ledger_account of on of.id = e.account_id
         where of.asset = a.asset), 0)::text as entries
     from ledger_account a group by a.asset order by a.asset`,
  )
  return Object.fromEntries(rows.map(({ asset, ...balance }) => [asset, balance]))
}
