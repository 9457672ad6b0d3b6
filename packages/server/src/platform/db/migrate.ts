import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Database, Queryable } from './database.ts'

/** The database was migrated by a newer version. `message` is the one line that a person should read. */
export class SchemaTooNew extends Error {}

const FOLDER = new URL('./migrations/', import.meta.url)

/** A fixed number for the advisory lock of migrations: processes that start together migrate one after the other. */
const MIGRATION_LOCK = 7_041_776

/**
 * Brings the schema up to date: every file of `migrations/` once, in the order of its name, all in one transaction, so
 * that a crash halfway leaves the old schema (MIG-02). Returns the names that were applied now. `only` leaves out all
 * others, to get the schema of an earlier version.
 * @throws SchemaTooNew when the database has migrations that come after all of this build.
 */
export async function migrate(
  database: Pick<Database, 'transaction'>,
  folder: URL = FOLDER,
  only: ReadonlySet<string> | null = null,
): Promise<string[]> {
  return database.transaction(async (tx) => {
    // Waiting for another process, or an index, may take long.
    await tx.query('set local statement_timeout = 0')
    await tx.query('set local lock_timeout = 0')
    await tx.query('select pg_advisory_xact_lock($1::bigint)', [MIGRATION_LOCK])
    await tx.query(`create table if not exists schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const done = new Map(
      (await tx.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')).map((row) => [
        row.name,
        row.checksum,
      ]),
    )
    const known = migrationsIn(folder)
    const newest = known.at(-1) ?? ''
    const newer = [...done.keys()].filter((name) => name > newest).sort()
    if (newer.length > 0)
      throw new SchemaTooNew(
        `The database was migrated by a newer Everkin (${newer.join(', ')}): start that version, or restore a backup from before the upgrade.`,
      )
    const applied: string[] = []
    for (const name of known) {
      if (only && !only.has(name)) continue
      const text = readFileSync(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      if (done.has(name)) {
        if (done.get(name) !== checksum) throw new Error(`migration ${name} was changed after it was applied`)
        continue
      }
      for (const statement of splitStatements(text)) await tx.query(statement)
      await tx.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
      applied.push(name)
    }
    return applied
  })
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
