import { seedLibrary } from '../modules/characters/module.ts'
import { systemClock } from '../platform/clock.ts'
import { readCommandSettings, SettingError } from '../platform/config.ts'
import { countOf } from '../platform/count-of.ts'
import { connectDatabase } from '../platform/db/connect.ts'
import { DataFolderInUse } from '../platform/db/data-folder.ts'
import { createLog } from '../platform/log.ts'
import { restrictUmask } from '../platform/private-files.ts'

// Stores the library's characters and groups in the database that the settings name, without starting the server, which
// does this at every start.
restrictUmask()
try {
  const settings = readCommandSettings(process.env)
  const database = await connectDatabase(settings, systemClock, createLog(settings.logLevel))
  const changed = await seedLibrary(database, systemClock)
  await database.close()
  console.log(
    changed.length === 0 ? 'The library is up to date.' : `${countOf(changed.length, 'library card')} stored.`,
  )
} catch (error) {
  if (!(error instanceof SettingError || error instanceof DataFolderInUse)) throw error
  console.error(error instanceof SettingError ? `Setting ${error.message}.` : error.message)
  process.exitCode = 1
}
