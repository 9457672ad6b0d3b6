import type { Clock } from '../clock.ts'
import type { Queryable } from './database.ts'

/** Clocks further apart than this are told of, in the log and by `/readyz` (WAL-10). */
export const MAX_CLOCK_SKEW_MS = 5_000

/** The time of the database, one for all processes that share it. */
export async function loadDatabaseTime(db: Queryable): Promise<Date> {
  const [row] = await db.query<{ now: Date }>('select clock_timestamp() as now')
  if (!row) throw new Error('the database told no time')
  return row.now
}

/** How far this process's clock is ahead of the database's, in milliseconds, give or take half the way there and back. */
export async function measureClockSkewMs(db: Queryable, clock: Clock): Promise<number> {
  const askedMs = clock.now().getTime()
  const theirs = await loadDatabaseTime(db)
  return (askedMs + clock.now().getTime()) / 2 - theirs.getTime()
}
