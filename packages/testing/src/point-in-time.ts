import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@everkin/server/platform/db/database.ts'
import { migrate } from '@everkin/server/platform/db/migrate.ts'
import { openPostgres } from '@everkin/server/platform/db/postgres.ts'
import { withSnapshot } from '@everkin/server/platform/db/transfer/snapshot.ts'
import {
  makePostgresFolder,
  type PostgresCluster,
  runPostgresProgram,
  startCopiedPostgres,
  startPostgres,
} from './postgres-cluster.ts'

/** The rows of each table at three moments: before the mistake, after it, and in the restored cluster. */
export interface Rehearsal {
  before: Record<string, string>
  after: Record<string, string>
  restored: Record<string, string>
}

/**
 * Rehearses what docs/operations.md describes for a restore to a point in time, on clusters of its own: archive the
 * WAL, take a base backup, go on writing (`rounds` times a hundred people with chats), note the time, make a mistake,
 * and restore to that time. Null where PostgreSQL is not installed.
 */
export async function testPointInTimeRecovery(rounds: number): Promise<Rehearsal | null> {
  const archive = makePostgresFolder()
  const cluster = await startPostgres([
    'wal_level=replica',
    'archive_mode=on',
    `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    'max_wal_senders=4',
  ])
  if (!cluster) return null
  const target = makePostgresFolder()
  let restored: PostgresCluster | null = null
  try {
    const database = openPostgres(cluster.url, () => undefined)
    await migrate(database)
    await write(database, 0)
    const { hostname, port, username } = new URL(cluster.url)
    const connection = ['-h', hostname, '-p', port, '-U', username]
    await runPostgresProgram(
      'pg_basebackup',
      ['-D', join(target, 'data'), ...connection, '--checkpoint=fast', '--no-sync'],
      target,
    )
    for (let round = 1; round <= rounds; round++) await write(database, round)
    const before = await digests(database)
    const [moment] = await database.query<{ text: string }>('select clock_timestamp()::text as text')
    // The mistake commits later than the moment, by the clock of the database.
    await database.query('select pg_sleep(0.01)')
    await database.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0') // as for someone who works on the database by hand
      await tx.query('delete from person')
      await tx.query(`insert into person (id, created_at) values ('mistake', now())`)
    })
    const after = await digests(database)
    await database.query('select pg_switch_wal()')
    await waitForArchive(database)
    await database.close()

    writeFileSync(join(target, 'data', 'recovery.signal'), '')
    restored = await startCopiedPostgres(target, [
      `restore_command=cp ${archive}/%f %p`,
      `recovery_target_time=${moment?.text}`,
      'recovery_target_action=promote',
    ])
    const copy = openPostgres(restored.url, () => undefined)
    await waitUntilPromoted(copy)
    const found = await digests(copy)
    // It accepts writes again.
    await copy.query(`insert into person (id, created_at) values ('next', now())`)
    await copy.close()
    return { before, after, restored: found }
  } finally {
    await restored?.stop()
    await cluster.stop()
    for (const folder of [archive, target]) rmSync(folder, { recursive: true, force: true })
  }
}

async function write(database: Database, round: number): Promise<void> {
  await database.query(
    `insert into person (id, created_at) select 'p' || $1::int || '-' || n, now() from generate_series(1, 100) n`,
    [round],
  )
  await database.query(
    `insert into ledger_transfer (key, asset, cause, created_at)
     select 'k' || $1::int || '-' || n, 'coin', 'test', now() from generate_series(1, 100) n`,
    [round],
  )
}

function digests(database: Database): Promise<Record<string, string>> {
  return withSnapshot(database, async ({ tables, rows }) => {
    const found: Record<string, string> = {}
    for (const table of tables) {
      const batches = rows(table, ({ rows: count, digest }) => {
        found[table.name] = `${count} ${digest}`
      })
      for await (const _ of batches);
    }
    return found
  })
}

async function waitForArchive(database: Database): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const [row] = await database.query<{ isDone: boolean }>(
      `select coalesce(last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1), false) as "isDone" from pg_stat_archiver`,
    )
    if (row?.isDone) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the WAL was not archived in time')
}

async function waitUntilPromoted(database: Database): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const [row] = await database
      .query<{ isDone: boolean }>('select not pg_is_in_recovery() as "isDone"')
      .catch(() => [{ isDone: false }])
    if (row?.isDone) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the restored cluster did not accept writes in time')
}
