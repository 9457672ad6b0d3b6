import type { Database } from '../database.ts'
import { loadIntoEmpty } from './load.ts'
import { TransferRefused, withSnapshot } from './snapshot.ts'
import type { TableDigest } from './tables.ts'

/**
 * Copies a database into an empty one, in one transaction, and compares every table, balance and sequence. The source
 * stays as it is. @throws TransferRefused while a server writes to the source, or when the target is not empty.
 */
export async function moveDatabase(from: Database, to: Database): Promise<ReadonlyMap<string, TableDigest>> {
  await assertNobodyWrites(from)
  return withSnapshot(from, (snapshot) => {
    const digests = new Map<string, TableDigest>()
    return loadIntoEmpty(to, {
      ...snapshot,
      rows: (table) => snapshot.rows(table, (digest) => digests.set(table.name, digest)),
      digestOf: ({ name }) => digests.get(name) ?? { rows: 0, digest: '' },
    })
  })
}

/** What a server stored after the snapshot would be lost. The embedded database has a lock of its own. */
async function assertNobodyWrites(from: Database): Promise<void> {
  if (from.kind === 'embedded') return
  const [row] = await from.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'everkin' and pid <> pg_backend_pid()`,
  )
  if (row && row.count > 0)
    throw new TransferRefused('A server still uses the database, so nothing was changed: stop every server process.')
}
