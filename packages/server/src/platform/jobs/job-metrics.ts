import type { Queryable } from '../db/database.ts'
import type { Gauge } from '../monitoring/health.ts'
import { countJobs, findOldestDue } from './job-store.ts'

/** A job that is due for longer than this waits for a free worker, or for one that runs at all. */
const OVERDUE = '1 minute'

/** Gauges of the job queue, of all processes together. */
export async function jobMetrics(db: Queryable, now: Date): Promise<Gauge[]> {
  const { running, dead } = await countJobs(db)
  const oldest = await findOldestDue(db, now)
  const [late] = await db.query<{ count: number }>(
    `select count(*) as count from job where owner is null and died_at is null and run_at < $1::timestamptz - $2::interval`,
    [now, OVERDUE],
  )
  return [
    { name: 'everkin_jobs_running', help: 'Jobs that a process works on.', value: running },
    {
      name: 'everkin_jobs_oldest_due_seconds',
      help: 'How long the job that has waited longest has been due.',
      value: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1_000) : 0,
    },
    { name: 'everkin_jobs_overdue', help: 'Jobs that are due for over a minute.', value: late?.count ?? 0 },
    { name: 'everkin_jobs_dead', help: 'Jobs that failed at every attempt.', value: dead },
  ]
}
