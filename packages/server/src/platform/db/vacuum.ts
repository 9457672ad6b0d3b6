import { HOUR_MS, MINUTE_MS } from '../durations.ts'
import type { RecurringJob } from '../jobs/recurring-jobs.ts'
import type { Database } from './database.ts'

/** A smaller change is not worth the work, in a table of any size. */
const MIN_CHANGED_ROWS = 500
/** About half a second of the only connection. What changes all the time is far smaller. */
const MAX_VACUUMED_BYTES = 16 * 1024 * 1024

/**
 * Vacuums and analyses the tables of PGlite, which has no autovacuum: deleted rows would never be removed, and
 * statements would keep the plans that were made while their tables were small. A large table is analysed when it has
 * doubled, and not vacuumed. PostgreSQL does it by itself.
 */
export function vacuumJobs(database: Database): RecurringJob[] {
  if (database.kind !== 'embedded') return []
  return [
    {
      name: 'vacuum-tables',
      everyMs: HOUR_MS / 4,
      timeoutMs: 5 * MINUTE_MS,
      run: (signal) => vacuumTables(database, signal),
    },
  ]
}

/** @returns the names of the tables, in the order in which they were vacuumed or analysed */
export async function vacuumTables(database: Database, signal: AbortSignal): Promise<string[]> {
  await database.query('select pg_stat_force_next_flush()') // what this session has changed counts after a second
  const tables = await database.query<{ name: string; isSmall: boolean }>(
    `select relid::regclass::text as name, size <= $1 as "isSmall"
     from pg_stat_user_tables cross join lateral pg_relation_size(relid) as size
     where case when size <= $1
       then greatest(n_dead_tup, n_mod_since_analyze) > $2 + n_live_tup / 5
       else n_mod_since_analyze > n_live_tup / 2 end
     order by 1`,
    [MAX_VACUUMED_BYTES, MIN_CHANGED_ROWS],
  )
  const done: string[] = []
  for (const { name, isSmall } of tables) {
    if (signal.aborted) break
    await database.query(isSmall ? `vacuum (analyze) ${name}` : `analyze ${name}`)
    done.push(name)
  }
  return done
}
