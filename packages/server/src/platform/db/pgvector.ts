import type { Log } from '../log.ts'
import type { Database } from './database.ts'

/**
 * Whether this database compares vectors (pgvector), which no migration asks for. Where the extension lies ready it is
 * switched on, if this user may; if not, the log says so once, and everything works without it.
 */
export async function enablePgvector(database: Database, log: Log): Promise<boolean> {
  const [found] = await database.query<{ isOn: boolean }>(
    `select installed_version is not null as "isOn" from pg_available_extensions where name = 'vector'`,
  )
  if (!found) return false
  try {
    if (!found.isOn) await database.script('create extension if not exists vector')
    // On, it may still lie in a schema that is not looked in.
    await database.query(`select array[1]::real[]::vector <=> array[1]::real[]::vector as distance`)
  } catch (error) {
    log.warn({ error }, 'pgvector is installed but can not be used: long chats keep their vectors in memory')
    return false
  }
  log.info('pgvector compares the vectors of long chats')
  return true
}
