import { readSettings, SettingError } from './platform/config.ts'
import { DataFolderDamaged, DataFolderInUse } from './platform/db/data-folder.ts'
import { sqlState } from './platform/db/database.ts'
import { SchemaTooNew } from './platform/db/migrate.ts'
import { createLog } from './platform/log.ts'
import { restrictUmask } from './platform/private-files.ts'

const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Starts the server. An error that the operator can fix is printed in one line, with exit code 1. */
restrictUmask()
try {
  const settings = readSettings(process.env)
  // Imported only now, so that a wrong setting is reported at once.
  const { runServer } = await import('./run-server.ts')
  const server = await runServer(settings, createLog(settings.logLevel))
  console.log(`\nEverkin is open at ${server.url}\n`)
  let stoppingSince: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // One Ctrl+C arrives twice: from the terminal, and passed on by the launcher. A later one ends the process at once.
      if (stoppingSince !== null) return performance.now() - stoppingSince > 2_000 ? process.exit(1) : undefined
      stoppingSince = performance.now()
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
  if (error instanceof DataFolderInUse || error instanceof DataFolderDamaged || error instanceof SchemaTooNew)
    return error.message
  const { code, port, syscall } = (error ?? {}) as { code?: string; port?: number; syscall?: string } // a system error
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one.`
  if (syscall === 'listen' && code === 'EACCES') return `Port ${port} may not be used. Set PORT to another one.`
  if (syscall === 'listen' || code === 'EADDRNOTAVAIL') return 'HOST is not an address of this machine.'
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC'].includes(code ?? ''))
    return `The data folder cannot be written (${code}): check DATA_DIR.`
  if (NOT_REACHED.has(code ?? '')) return 'The database cannot be reached: check DATABASE_URL.'
  if (/^(28|3D)/.test(sqlState(error) ?? '')) return 'The database refused the connection: check DATABASE_URL.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
