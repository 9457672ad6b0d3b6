import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { addTwoPhaseTriggers } from './citus.ts'
import { changeIndexConcurrently } from './concurrent-index.ts'
import { type Database, type Queryable, sqlState } from './database.ts'

/** The database was migrated by a newer version. `message` is the one line that a person should read. */
export class SchemaTooNew extends Error {}

const FOLDER = new URL('./migrations/', import.meta.url)

/** A fixed number for the advisory lock of migrations: processes that start together migrate one after the other. */
const MIGRATION_LOCK = 7_041_776
const LOCK_POLL_MS = 100
/** The longest that a migration makes others wait for a table that it cannot have yet. */
const LOCK_TIMEOUT_MS = 2_000
const LOCK_RETRY_MS = 3_000
/** More than long enough for a backup to be taken. */
const MAX_LOCK_ATTEMPTS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'
/** The first line of a file whose statements must not be in a transaction. */
export const CONCURRENT = '-- concurrently'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What `migrate` needs of a database. PGlite alone is one, too (tests). */
type Migratable = Pick<Database, 'transaction'> & Partial<Pick<Database, 'kind' | 'script'>>

export interface MigrateOptions {
  folder?: URL
  /** Leaves out all others, to get the schema of an earlier version. */
  only?: ReadonlySet<string> | null
  /** Called when a hot table was in use for too long, before the next attempt. */
  onBusy?: (attempt: number) => void
}

/**
 * Brings the schema up to date: every file of `migrations/` once, in the order of its name. Files between two that begin
 * with `CONCURRENT` are one transaction, so that a crash halfway leaves the schema before them (MIG-02). Returns the
 * names that were applied now.
 *
 * A statement that waits for a table makes everyone behind it wait, so it gives up after LOCK_TIMEOUT_MS, and all of it
 * is tried again later.
 * @throws SchemaTooNew when the database has migrations that come after all of this build.
 */
export async function migrate(
  database: Migratable,
  { folder = FOLDER, only = null, onBusy = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  const files = readMigrations(folder)
  const applied: string[] = []
  for (let attempt = 1; ; ) {
    try {
      const { names, isDone } = await applyNext(database, files, only)
      applied.push(...names)
      if (isDone) return applied
      if (names.length === 0) await wait(LOCK_POLL_MS) // another process is migrating
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || attempt >= MAX_LOCK_ATTEMPTS) throw error
      onBusy(attempt++)
      await wait(LOCK_RETRY_MS)
    }
  }
}

interface Migration {
  name: string
  checksum: string
  statements: string[]
  isConcurrent: boolean
}

/**
 * Applies the next files that fit into one transaction, or the next one that must be outside of any. The lock is asked
 * for and never waited for: an index is built concurrently only when no older statement is running, not even one that
 * waits for a lock.
 */
async function applyNext(
  database: Migratable,
  files: readonly Migration[],
  only: ReadonlySet<string> | null,
): Promise<{ names: string[]; isDone: boolean }> {
  return database.transaction(async (tx) => {
    // An index may take long, and this transaction then waits beside it.
    await tx.query('set local statement_timeout = 0')
    await tx.query('set local idle_in_transaction_session_timeout = 0')
    const [lock] = await tx.query<{ isOurs: boolean }>('select pg_try_advisory_xact_lock($1::bigint) as "isOurs"', [
      MIGRATION_LOCK,
    ])
    if (!lock?.isOurs) return { names: [], isDone: false }
    await tx.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    const pending = (await findPending(tx, files)).filter(({ name }) => only === null || only.has(name))
    // The embedded database has one connection, and nobody else to keep waiting.
    const script = database.kind === 'postgres' ? database.script : undefined
    const isAlone = script !== undefined && pending[0]?.isConcurrent === true
    const end = script === undefined ? -1 : pending.findIndex(({ isConcurrent }) => isConcurrent)
    const next = isAlone ? pending.slice(0, 1) : pending.slice(0, end === -1 ? pending.length : end)
    for (const { name, checksum, statements } of next) {
      for (const statement of statements) {
        if (isAlone) await changeIndexConcurrently(tx, script, statement)
        else await tx.query(statement.replace(/\bindex concurrently\b/i, 'index'))
      }
      await tx.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    }
    if (next.length > 0 && !isAlone) await addTwoPhaseTriggers(tx)
    return { names: next.map(({ name }) => name), isDone: next.length === pending.length }
  })
}

/** Those that have not been applied, in their order. */
async function findPending(tx: Queryable, files: readonly Migration[]): Promise<Migration[]> {
  await tx.query(`create table if not exists schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const done = new Map(
    (await tx.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')).map((row) => [
      row.name,
      row.checksum,
    ]),
  )
  const newest = files.at(-1)?.name ?? ''
  const newer = [...done.keys()].filter((name) => name > newest).sort()
  if (newer.length > 0)
    throw new SchemaTooNew(
      `The database was migrated by a newer Everkin (${newer.join(', ')}): start that version, or restore a backup from before the upgrade.`,
    )
  const changed = files.find(({ name, checksum }) => done.has(name) && done.get(name) !== checksum)
  if (changed) throw new Error(`migration ${changed.name} was changed after it was applied`)
  return files.filter(({ name }) => !done.has(name))
}

/** The migrations of this build that a database is to have. @throws SchemaTooNew when this build does not know one. */
export function assertKnownMigrations(names: readonly string[]): void {
  const known = new Set(migrationsIn(FOLDER))
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new SchemaTooNew(
      `The data was made by a newer Everkin (${unknown.join(', ')}): use that version, or a newer one.`,
    )
}

/** Whether every migration of this build has been applied (`/readyz`). */
export async function isMigrated(database: Queryable): Promise<boolean> {
  const rows = await database.query<{ name: string }>('select name from schema_migration')
  const done = new Set(rows.map((row) => row.name))
  return migrationsIn(FOLDER).every((name) => done.has(name))
}

function readMigrations(folder: URL): Migration[] {
  return migrationsIn(folder).map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    return {
      name,
      checksum: createHash('sha256').update(text).digest('hex'),
      statements: splitStatements(text),
      isConcurrent: text.startsWith(`${CONCURRENT}\n`),
    }
  })
}

function migrationsIn(folder: URL): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
}

/** Statements end with a semicolon at the end of a line, outside of `$$` bodies. */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let current = ''
  let inBody = false
  for (const line of text.split('\n')) {
    if (!inBody && (line.trim() === '' || line.trimStart().startsWith('--'))) continue
    current += `${line}\n`
    if ((line.split('$$').length - 1) % 2 === 1) inBody = !inBody
    if (!inBody && /;\s*(--.*)?$/.test(line)) {
      statements.push(current.trim())
      current = ''
    }
  }
  if (current.trim() !== '') statements.push(current.trim())
  return statements
}
