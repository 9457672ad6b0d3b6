import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { ensurePrivateFolder } from '../private-files.ts'
import { DataFolderDamaged, lockDataFolder, markDatabaseReady, prepareDatabaseFolder } from './data-folder.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

/**
 * Opens the database that the settings name, PostgreSQL or the embedded one, and migrates it. Throws `DataFolderInUse`
 * when another process holds the folder, `DataFolderDamaged` when what is in it can not be opened.
 */
export async function connectDatabase(
  settings: { databaseUrl: string | null; dataDir: string },
  clock: Clock,
  log: Log,
): Promise<Database> {
  const onEffectError = (error: unknown) => log.error({ error }, 'an effect after a commit failed')
  if (settings.databaseUrl) {
    const onLost = (error: Error) => log.warn({ error }, 'a database connection was lost')
    const database = openPostgres(settings.databaseUrl, onLost, { onEffectError })
    await migrateAndLog(database, log)
    return database
  }
  const unlock = lockDataFolder(settings.dataDir)
  try {
    const { directory, movedAside } = prepareDatabaseFolder(settings.dataDir, clock.now())
    if (movedAside) log.warn({ movedAside }, 'a half-made database was moved aside')
    const database = await openEmbedded(directory, {}, null, onEffectError).catch((error: unknown) => {
      log.error({ error }, 'the embedded database did not open')
      throw new DataFolderDamaged(
        `The database in ${directory} can not be opened: put a copy back, or move it away to start anew.`,
      )
    })
    ensurePrivateFolder(directory)
    await migrateAndLog(database, log)
    markDatabaseReady(settings.dataDir, clock.now())
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
