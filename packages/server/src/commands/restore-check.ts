import { checkRestore, describeRestore, isRestoreSound } from '../check-restore.ts'
import { createContext } from '../context.ts'
import { readCommandSettings, SettingError } from '../platform/config.ts'
import { DataFolderDamaged, DataFolderInUse } from '../platform/db/data-folder.ts'
import { SchemaTooNew } from '../platform/db/migrate.ts'
import { createLog } from '../platform/log.ts'
import { restrictUmask } from '../platform/private-files.ts'
import { createDemoModel } from '../providers/text-model/demo/demo-model.ts'

// Checks a restored backup before the server starts on it, and prints the result. Exit code 1 when something is wrong.
restrictUmask()
try {
  const settings = readCommandSettings(process.env)
  const context = await createContext(settings, createLog(settings.logLevel), {
    model: createDemoModel(), // no model is asked
    speech: null,
  })
  const report = await checkRestore(context, { moveUnreferenced: process.argv.includes('--move-unreferenced') })
  await context.close()
  for (const line of describeRestore(report)) console.log(line)
  if (!isRestoreSound(report)) process.exitCode = 1
} catch (error) {
  const isPlain = [SettingError, DataFolderInUse, DataFolderDamaged, SchemaTooNew].some((kind) => error instanceof kind)
  if (!(error instanceof Error && isPlain)) throw error
  console.error(error instanceof SettingError ? `Setting ${error.message}.` : error.message)
  process.exitCode = 1
}
