import { readSettings, SettingError } from './platform/config.ts'
import { DataFolderInUse } from './platform/db/data-folder.ts'
import { createLog } from './platform/log.ts'
import { runServer } from './run-server.ts'

/** Starts the server; anything that a person can mend ends it with one line and exit code 1. */
try {
  const settings = readSettings(process.env)
  const server = await runServer(settings, createLog(settings.logLevel))
  console.log(`\nEverkin is open at ${server.url}\n`)
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      server.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

function explain(error: unknown): string {
  if (error instanceof SettingError) return `Setting ${error.message}.`
  if (error instanceof DataFolderInUse) return error.message
  const { code, port } = (error ?? {}) as { code?: string; port?: number } // a system error
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one.`
  if (code === 'ECONNREFUSED') return 'The database can not be reached: check DATABASE_URL.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
