import { WorkerFailed } from './platform/cluster/supervisor.ts'
import { DataFolderDamaged, DataFolderInUse } from './platform/db/data-folder.ts'
import { sqlState } from './platform/db/database.ts'
import { isDatabaseUnavailable } from './platform/db/database-outage.ts'
import { PostgresUnavailable } from './platform/db/embedded-postgres.ts'
import { SchemaTooNew } from './platform/db/migrate.ts'
import { TransferRefused } from './platform/db/transfer/snapshot.ts'
import { errorCodeOf } from './platform/monitoring/service-monitor.ts'

/** Errors whose message is one line for the operator. */
const PLAIN = [DataFolderInUse, DataFolderDamaged, PostgresUnavailable, SchemaTooNew, TransferRefused]

interface SystemError {
  code?: string
  port?: number
  syscall?: string
}

/** What an operator reads when the server does not start: one line if they can fix it. Null when it was said already. */
export function explainStartError(error: unknown): string | null {
  if (error instanceof WorkerFailed) return null
  if (PLAIN.some((kind) => error instanceof kind)) return (error as Error).message // one of these classes
  if (isDatabaseUnavailable(error)) return explainDatabaseError(error)
  const { code, port, syscall } = (error ?? {}) as SystemError
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one.`
  // A worker's port is opened by its supervisor, which reports the system call as bind.
  const isListening = syscall === 'listen' || syscall === 'bind'
  if (isListening && code === 'EACCES') return `Port ${port} may not be used. Set PORT to another one.`
  if (isListening || syscall === 'getaddrinfo' || code === 'EADDRNOTAVAIL')
    return 'HOST is not an address of this machine.'
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC'].includes(code ?? ''))
    return `The data folder cannot be written (${code}): check DATA_DIR.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** An error of a connection to PostgreSQL, which may be of the system, of TLS, or an SQLSTATE. */
function explainDatabaseError(error: unknown): string {
  const { code, syscall } = (error ?? {}) as SystemError
  if (/unsupported startup parameter/.test(error instanceof Error ? error.message : ''))
    return 'DATABASE_URL is a pooler: set DATABASE_DIRECT_URL to PostgreSQL itself.'
  if (error instanceof URIError) return 'DATABASE_URL must have %25 for each % of its user name and password.'
  if (syscall === 'open') return `A file that DATABASE_URL names cannot be read (${code}): check its certificates.`
  if (/^(28|3D)/.test(sqlState(error) ?? '')) return 'The database refused the connection: check DATABASE_URL.'
  if (syscall !== undefined) return 'The database cannot be reached: check DATABASE_URL.'
  return `The database cannot be used (${errorCodeOf(error)}): check DATABASE_URL.`
}
