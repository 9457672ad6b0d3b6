import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { ensurePrivateFolder } from '../private-files.ts'
import {
  DataFolderDamaged,
  type EmbeddedKind,
  hasDatabase,
  markDatabaseReady,
  prepareDatabaseFolder,
  setDatabaseAside,
} from './data-folder.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { type EmbeddedPostgresOptions, PostgresUnavailable, startEmbeddedPostgres } from './embedded-postgres.ts'
import { openPostgres } from './postgres.ts'
import { moveDatabase } from './transfer/move-database.ts'

/** More than PostgreSQL's, because stopping a statement takes everyone's connection for a moment. */
const STATEMENT_TIMEOUT_MS = 30_000

/** An open embedded database, which has the schema that it was left with. */
interface OpenedEmbedded {
  kind: EmbeddedKind
  database: Database
  /** From now on, a statement that takes too long is stopped. */
  limitStatements(): void
}

interface Parts {
  dataDir: string
  clock: Clock
  log: Log
  /** See `EmbeddedPostgresOptions`. */
  postgresUser?: EmbeddedPostgresOptions['user']
}

/**
 * Opens the embedded database of the wanted kind; the caller holds the lock of the data folder. Where PostgreSQL cannot
 * run and has no data yet, PGlite is used, and the log says why. Data of the other kind are moved, and what they were
 * moved from is kept; with `asItIs`, the database that has the data is opened instead.
 * @throws PostgresUnavailable when the data are in a PostgreSQL that cannot run; DataFolderDamaged.
 */
export async function openEmbeddedKind(wanted: EmbeddedKind, asItIs: boolean, parts: Parts): Promise<OpenedEmbedded> {
  const { dataDir } = parts
  const other = wanted === 'pglite' ? 'postgres' : 'pglite'
  if (!hasDatabase(dataDir, other)) return openOrFallBack(wanted, parts)
  if (asItIs) return openKind(hasDatabase(dataDir, wanted) ? wanted : other, parts)
  if (!hasDatabase(dataDir, wanted)) return moveOver(other, wanted, parts)
  // A move was interrupted after its end, or someone has put an old folder back.
  const opened = await openKind(wanted, parts)
  const keptAs = setDatabaseAside(dataDir, parts.clock.now(), other)
  parts.log.warn({ keptAs }, 'there were two embedded databases; the one that is not set was moved aside')
  return opened
}

async function openOrFallBack(wanted: EmbeddedKind, parts: Parts): Promise<OpenedEmbedded> {
  try {
    return await openKind(wanted, parts)
  } catch (error) {
    if (!(error instanceof PostgresUnavailable) || hasDatabase(parts.dataDir, 'postgres')) throw error
    warnOfFallback(error, parts.log)
    return openKind('pglite', parts)
  }
}

function warnOfFallback({ message }: PostgresUnavailable, log: Log): void {
  log.warn(`DATABASE_EMBEDDED=postgres is ignored. ${message}.`)
}

function openKind(kind: EmbeddedKind, parts: Parts): Promise<OpenedEmbedded> {
  const { directory, movedAside } = prepareDatabaseFolder(parts.dataDir, parts.clock.now(), kind)
  if (movedAside) parts.log.warn({ movedAside }, 'the database of an interrupted first start was moved aside')
  return kind === 'pglite' ? openPglite(directory, parts) : openOwnPostgres(resolve(directory), parts)
}

async function openPglite(directory: string, { log }: Parts): Promise<OpenedEmbedded> {
  const database = await openEmbedded(directory, {}, null, effectErrors(log)).catch((error: unknown) => {
    log.error({ error }, 'failed to open the embedded database')
    throw damaged(directory)
  })
  ensurePrivateFolder(directory)
  return {
    kind: 'pglite',
    database,
    limitStatements: () =>
      database.limitStatements({
        maxMs: STATEMENT_TIMEOUT_MS,
        onStopped: () => log.error('a statement of the embedded database took too long, so the database was reopened'),
      }),
  }
}

async function openOwnPostgres(directory: string, { log, postgresUser }: Parts): Promise<OpenedEmbedded> {
  const server = await startEmbeddedPostgres(directory, { log, ...(postgresUser && { user: postgresUser }) }).catch(
    (error: unknown) => {
      if (error instanceof PostgresUnavailable) throw error
      log.error({ error }, 'failed to open the embedded database')
      throw damaged(directory)
    },
  )
  let isClosing = false
  const onLost = (error: Error) => {
    // A connection that is being closed may still hear that the server stops.
    if (!isClosing) log.warn({ error }, 'a database connection was lost')
  }
  const database = openPostgres(server.url, onLost, { onEffectError: effectErrors(log) })
  return {
    kind: 'postgres',
    database: {
      ...database,
      kind: 'embedded', // it belongs to this process, as PGlite does
      close: async () => {
        isClosing = true
        await database.close()
        await server.stop()
      },
    },
    limitStatements: () => undefined, // every connection has a limit
  }
}

/** Moves all data to a new database of the other kind. What has been created is removed again if that fails. */
async function moveOver(from: EmbeddedKind, to: EmbeddedKind, parts: Parts): Promise<OpenedEmbedded> {
  const { dataDir, clock, log } = parts
  const source = await openKind(from, parts)
  let target: OpenedEmbedded
  try {
    target = await openKind(to, parts)
  } catch (error) {
    if (error instanceof PostgresUnavailable) {
      warnOfFallback(error, log)
      return source
    }
    await source.database.close()
    throw error
  }
  try {
    await moveDatabase(source.database, target.database)
  } catch (error) {
    await Promise.all([source.database.close(), target.database.close()])
    const { movedAside } = prepareDatabaseFolder(dataDir, clock.now(), to)
    if (movedAside) rmSync(movedAside, { recursive: true, force: true })
    throw error
  }
  await source.database.close()
  markDatabaseReady(dataDir, clock.now(), to)
  const keptAs = setDatabaseAside(dataDir, clock.now(), from)
  log.info({ from, to, keptAs }, 'the embedded database was moved; every table and balance is the same')
  return target
}

function effectErrors(log: Log): (error: unknown) => void {
  return (error) => log.error({ error }, 'a commit effect failed')
}

function damaged(directory: string): DataFolderDamaged {
  return new DataFolderDamaged(
    `The database in ${directory} cannot be opened: restore a backup, or set DATA_DIR to another folder to start with an empty one.`,
  )
}
