import { systemClock } from '../platform/clock.ts'
import { readCommandSettings, SettingError } from '../platform/config.ts'
import { countOf } from '../platform/count-of.ts'
import { connectDatabase } from '../platform/db/connect.ts'
import { DataFolderInUse } from '../platform/db/data-folder.ts'
import { createLog } from '../platform/log.ts'
import { restrictUmask } from '../platform/private-files.ts'

// Migrates the database that the settings name, and prints the applied migrations.
restrictUmask()
try {
  const settings = readCommandSettings(process.env)
  const database = await connectDatabase(settings, systemClock, createLog(settings.logLevel))
  const applied = await database.query<{ name: string }>('select name from schema_migration order by name')
  await database.close()
  console.log(
    `The database has ${countOf(applied.length, 'migration')}: ${applied.map(({ name }) => name).join(', ')}.`,
  )
} catch (error) {
  if (!(error instanceof SettingError || error instanceof DataFolderInUse)) throw error
  console.error(error instanceof SettingError ? `Setting ${error.message}.` : error.message)
  process.exitCode = 1
}
