import type { Log } from '../log.ts'
import type { Database } from './database.ts'

/**
 * Whether this database compares vectors (pgvector), which no migration requires. If the extension is installed but not
 * enabled, it is enabled, if this role may. If that fails, a warning is logged, and everything works without it.
 */
export async function enablePgvector(database: Database, log: Log): Promise<boolean> {
  const [found] = await database.query<{ isOn: boolean }>(
    `select installed_version is not null as "isOn" from pg_available_extensions where name = 'vector'`,
  )
  if (!found) return false
  try {
    if (!found.isOn) await database.script('create extension if not exists vector')
    // An enabled extension may still be in a schema that is not on the search path.
    await database.query(`select array[1]::real[]::vector <=> array[1]::real[]::vector as distance`)
  } catch (error) {
    log.warn({ error }, 'pgvector is installed but cannot be used: the vectors of long chats stay in memory')
    return false
  }
  log.info('pgvector is used for the vectors of long chats')
  return true
}
