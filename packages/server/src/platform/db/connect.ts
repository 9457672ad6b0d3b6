import type { Clock } from '../clock.ts'
import type { Settings } from '../config.ts'
import type { DatabaseSettings } from '../database-settings.ts'
import { SECOND_MS } from '../durations.ts'
import type { Log } from '../log.ts'
import { openEmbeddedKind } from './connect-embedded.ts'
import { lockWhenFree, markDatabaseReady } from './data-folder.ts'
import type { Database } from './database.ts'
import type { EmbeddedPostgresOptions } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { POSTGRES_DEFAULTS, type PostgresOptions } from './postgres-connection.ts'
import { type ReadRouter, type ReplicaOptions, readFromPrimary, readFromReplica } from './read-replica.ts'

/** Which database, and how it is used; what is left out has its default. */
export type ConnectSettings = Pick<Settings, 'databaseUrl' | 'dataDir'> & Partial<DatabaseSettings>

export interface ConnectOptions {
  /**
   * True for a backup, a restore or a move: the schema stays as it is, statements may take as long as they need, and a
   * new embedded database counts as unfinished until `markReady`.
   */
  asItIs?: boolean
  /** See `EmbeddedPostgresOptions`. */
  postgresUser?: EmbeddedPostgresOptions['user']
}

export interface ConnectedDatabase extends Database {
  /** Records that a new embedded database is complete. */
  markReady(): void
}

/**
 * Opens the database that the settings name, PostgreSQL or an embedded one, and migrates it. Throws `DataFolderInUse`
 * when another process holds the folder, `DataFolderDamaged` when the database in it cannot be opened.
 */
export async function connectDatabase(
  settings: ConnectSettings,
  clock: Clock,
  log: Log,
  { asItIs = false, ...more }: ConnectOptions = {},
): Promise<ConnectedDatabase> {
  const onEffectError = (error: unknown) => log.error({ error }, 'a commit effect failed')
  const { databaseUrl, dataDir, embeddedDatabase = 'pglite' } = settings
  if (databaseUrl) {
    const database = await connectPostgres({ ...settings, databaseUrl }, log, { asItIs, onEffectError })
    return { ...database, markReady: () => undefined }
  }
  const unlock = await lockWhenFree(dataDir, log)
  try {
    const opened = await openEmbeddedKind(embeddedDatabase, asItIs, { dataDir, clock, log, ...more })
    const { kind, database } = opened
    const markReady = () => markDatabaseReady(dataDir, clock.now(), kind)
    if (!asItIs) {
      await migrateAndLog(database, log)
      opened.limitStatements()
      markReady()
      if (kind === 'pglite')
        log.info(
          'The embedded database survives a crash of this process, but not a power cut: set DATABASE_URL for PostgreSQL.',
        )
    }
    return {
      ...database,
      markReady,
      close: async () => {
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Migrations, backups and moves take longer than a pooler should lend a session, so they use the direct address. Their
 * statements have no time limit.
 */
async function connectPostgres(
  settings: ConnectSettings & { databaseUrl: string },
  log: Log,
  { asItIs, onEffectError }: { asItIs: boolean; onEffectError: (error: unknown) => void },
): Promise<Database> {
  const onLost = (error: Error) => log.warn({ error }, 'a database connection was lost')
  const directUrl = settings.databaseDirectUrl ?? null
  const options = { ...postgresOptions(settings), onEffectError }
  if (asItIs) return openPostgres(directUrl ?? settings.databaseUrl, onLost, { ...options, ...UNLIMITED })
  const database = openPostgres(settings.databaseUrl, onLost, { ...options, isPooled: directUrl !== null })
  // One connection holds the lock while the other builds an index.
  const direct = openPostgres(directUrl ?? settings.databaseUrl, onLost, { ...options, ...UNLIMITED, poolSize: 2 })
  await migrateAndLog(direct, log).finally(() => direct.close())
  const differences = await database.findPoolerDifferences()
  if (differences.length > 0)
    log.warn({ missing: differences }, 'the pooler does not apply these settings to its sessions: see connect_query')
  return database
}

const UNLIMITED = { statementTimeoutMs: 0, lockTimeoutMs: 0, idleTransactionTimeoutMs: 0 }

function postgresOptions(settings: ConnectSettings): PostgresOptions {
  const inMs = (seconds: number | undefined, otherwise: number) =>
    seconds === undefined ? otherwise : seconds * SECOND_MS
  return {
    poolSize: settings.databasePoolSize ?? POSTGRES_DEFAULTS.poolSize,
    connectTimeoutMs: inMs(settings.databaseConnectSeconds, POSTGRES_DEFAULTS.connectTimeoutMs),
    statementTimeoutMs: inMs(settings.databaseStatementSeconds, POSTGRES_DEFAULTS.statementTimeoutMs),
    lockTimeoutMs: inMs(settings.databaseLockSeconds, POSTGRES_DEFAULTS.lockTimeoutMs),
    idleTransactionTimeoutMs: inMs(settings.databaseIdleTransactionSeconds, POSTGRES_DEFAULTS.idleTransactionTimeoutMs),
  }
}

const REPLICA_CONNECT_TIMEOUT_MS = 1_000
/** Far longer than a list takes. A replica that says nothing for so long counts as away. */
const REPLICA_ANSWER_TIMEOUT_MS = 3_000

/** Where lists are read: the replica of the settings, if there is one. It may be away, now or at any time. */
export function connectReads(
  settings: ConnectSettings,
  primary: Database,
  { clock, log, onRead }: Pick<ReplicaOptions, 'clock' | 'log' | 'onRead'>,
): ReadRouter {
  const url = settings.databaseReadUrl ?? null
  if (url === null || primary.kind === 'embedded') return readFromPrimary(primary)
  const replica = openPostgres(url, (error) => log.warn({ error }, 'a connection to the replica was lost'), {
    ...postgresOptions(settings),
    // The primary answers instead.
    connectTimeoutMs: REPLICA_CONNECT_TIMEOUT_MS,
    answerTimeoutMs: REPLICA_ANSWER_TIMEOUT_MS,
    isPooled: (settings.databaseDirectUrl ?? null) !== null,
  })
  const maxLagMs = (settings.databaseReadLagSeconds ?? DEFAULT_READ_LAG_SECONDS) * SECOND_MS
  return readFromReplica({ primary, replica, maxLagMs, clock, log, ...(onRead && { onRead }) })
}

const DEFAULT_READ_LAG_SECONDS = 5

async function migrateAndLog(database: Database, log: Log): Promise<void> {
  const onBusy = (attempt: number) => log.warn({ attempt }, 'a migration waits for a table that is in use')
  const applied = await migrate(database, { onBusy })
  if (applied.length > 0) log.info({ applied }, 'database migrated')
}
