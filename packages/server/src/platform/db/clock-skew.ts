import type { Clock } from '../clock.ts'
import type { Queryable } from './database.ts'

/** A larger difference between clocks is reported in the log and by `/readyz` (WAL-10). */
export const MAX_CLOCK_SKEW_MS = 5_000

/** The time of the database: one clock for all processes that share it. */
export async function loadDatabaseTime(db: Queryable): Promise<Date> {
  const [row] = await db.query<{ now: Date }>('select clock_timestamp() as now')
  if (!row) throw new Error('failed to read the time of the database')
  return row.now
}

/** How far this process's clock is ahead of the database's, in milliseconds, with an error of half the round trip. */
export async function measureClockSkewMs(db: Queryable, clock: Clock): Promise<number> {
  const askedMs = clock.now().getTime()
  const theirs = await loadDatabaseTime(db)
  return (askedMs + clock.now().getTime()) / 2 - theirs.getTime()
}
