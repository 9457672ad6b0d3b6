import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { ensurePrivateFolder } from '../private-files.ts'
import { DataFolderDamaged, lockWhenFree, markDatabaseReady, prepareDatabaseFolder } from './data-folder.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

/** More than PostgreSQL's, because stopping a statement takes everybody's connection for a moment. */
const STATEMENT_TIMEOUT_MS = 30_000

export interface ConnectOptions {
  /**
   * True for a backup, a restore or a move: the schema stays as it is, statements may take as long as they need, and a
   * new embedded database counts as unfinished until `markDatabaseReady`.
   */
  asItIs?: boolean
}

/**
 * Opens the database that the settings name, PostgreSQL or the embedded one, and migrates it. Throws `DataFolderInUse`
 * when another process holds the folder, `DataFolderDamaged` when the database in it cannot be opened.
 */
export async function connectDatabase(
  settings: { databaseUrl: string | null; dataDir: string },
  clock: Clock,
  log: Log,
  { asItIs = false }: ConnectOptions = {},
): Promise<Database> {
  const onEffectError = (error: unknown) => log.error({ error }, 'a commit effect failed')
  if (settings.databaseUrl) {
    const onLost = (error: Error) => log.warn({ error }, 'a database connection was lost')
    const database = openPostgres(settings.databaseUrl, onLost, { onEffectError })
    if (!asItIs) await migrateAndLog(database, log)
    return database
  }
  const unlock = await lockWhenFree(settings.dataDir, log)
  try {
    const { directory, movedAside } = prepareDatabaseFolder(settings.dataDir, clock.now())
    if (movedAside) log.warn({ movedAside }, 'the database of an interrupted first start was moved aside')
    const database = await openEmbedded(directory, {}, null, onEffectError).catch((error: unknown) => {
      log.error({ error }, 'failed to open the embedded database')
      throw new DataFolderDamaged(
        `The database in ${directory} cannot be opened: restore a backup, or set DATA_DIR to another folder to start with an empty one.`,
      )
    })
    ensurePrivateFolder(directory)
    if (!asItIs) {
      await migrateAndLog(database, log)
      database.limitStatements({
        maxMs: STATEMENT_TIMEOUT_MS,
        onStopped: () => log.error('a statement of the embedded database took too long, so the database was reopened'),
      })
      markDatabaseReady(settings.dataDir, clock.now())
    }
    return {
      ...database,
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

async function migrateAndLog(database: Database, log: Log): Promise<void> {
  const applied = await migrate(database)
  if (applied.length > 0) log.info({ applied }, 'database migrated')
}
