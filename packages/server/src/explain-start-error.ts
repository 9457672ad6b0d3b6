import { WorkerFailed } from './platform/cluster/supervisor.ts'
import { DataFolderDamaged, DataFolderInUse } from './platform/db/data-folder.ts'
import { sqlState } from './platform/db/database.ts'
import { PostgresUnavailable } from './platform/db/embedded-postgres.ts'
import { SchemaTooNew } from './platform/db/migrate.ts'
import { TransferRefused } from './platform/db/transfer/snapshot.ts'

/** Errors whose message is one line for the operator. */
const PLAIN = [DataFolderInUse, DataFolderDamaged, PostgresUnavailable, SchemaTooNew, TransferRefused]

const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/** What an operator reads when the server does not start: one line if they can fix it. Null when it was said already. */
export function explainStartError(error: unknown): string | null {
  if (error instanceof WorkerFailed) return null
  if (PLAIN.some((kind) => error instanceof kind)) return (error as Error).message // one of these classes
  const { code, port, syscall } = (error ?? {}) as { code?: string; port?: number; syscall?: string } // a system error
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one.`
  // A worker's port is opened by its supervisor, which reports the system call as bind.
  const isListening = syscall === 'listen' || syscall === 'bind'
  if (isListening && code === 'EACCES') return `Port ${port} may not be used. Set PORT to another one.`
  if (isListening || code === 'EADDRNOTAVAIL') return 'HOST is not an address of this machine.'
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC'].includes(code ?? ''))
    return `The data folder cannot be written (${code}): check DATA_DIR.`
  if (NOT_REACHED.has(code ?? '')) return 'The database cannot be reached: check DATABASE_URL.'
  if (/unsupported startup parameter/.test(error instanceof Error ? error.message : ''))
    return 'DATABASE_URL is a pooler: set DATABASE_DIRECT_URL to PostgreSQL itself.'
  if (/^(28|3D)/.test(sqlState(error) ?? '')) return 'The database refused the connection: check DATABASE_URL.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
