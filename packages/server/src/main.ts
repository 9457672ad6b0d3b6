import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { readSettings, SettingError } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { restrictUmask } from './platform/private-files.ts'

/**
 * Starts the server: as this process, as the supervisor of several, or as one of its workers. An error that the operator
 * can fix is printed in one line, with exit code 1.
 */
restrictUmask()
// Beside the build, because others may write to the system's temporary folder; where it cannot be written, nothing is.
enableCompileCache(fileURLToPath(new URL('../../../build/compile-cache', import.meta.url)))
try {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  // Imported only now, so that a wrong setting is reported at once.
  const { startProcess } = await import('./start-process.ts')
  const started = await startProcess(settings, log)
  if (started.url !== null) console.log(`\nEverkin is open at ${started.url}\n`)
} catch (error) {
  if (error instanceof SettingError) console.error(`Setting ${error.message}.`)
  else {
    const { explainStartError } = await import('./explain-start-error.ts')
    const line = explainStartError(error)
    if (line !== null) console.error(line)
  }
  process.exit(1)
}
