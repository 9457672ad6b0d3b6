import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { MINUTE_MS } from '../durations.ts'
import { asOperation } from '../event-loop.ts'
import type { Log } from '../log.ts'
import { errorCodeOf } from '../monitoring/service-monitor.ts'
import { failSpan } from '../tracing/span.ts'
import type { JobQueue } from './job-queue.ts'
import { deleteJobsExcept, insertJobIfMissing } from './job-store.ts'

/** Work that is repeated on a schedule. One process at a time runs it, whichever claims it first. */
export interface RecurringJob {
  /** Names the job in logs and metrics, and its row in the table `job`. */
  name: string
  /** The next run starts this long after the end of the last one. */
  everyMs: number
  /** After this long the run is logged as late and `signal` is aborted. The next run still waits for its end. */
  timeoutMs: number
  run(signal: AbortSignal): Promise<unknown>
}

/** How the runs of one job in this process went. */
export interface RecurringJobStatus {
  name: string
  runs: number
  failures: number
  lastDurationMs: number | null
  lastSuccessAt: Date | null
  /** The failure of the last run, if it failed. */
  lastFailure: { at: Date; code: string } | null
}

interface RecurringJobServices {
  database: Database
  jobs: JobQueue
  clock: Clock
  log: Log
}

const KIND = 'recurring'
const CONCURRENCY = 4
/** The first run of a new job waits this long at most, so that a start is not slowed down. */
const MAX_FIRST_DELAY_MS = MINUTE_MS
/** A job of a newer version is left to the processes that know it. */
const UNKNOWN_JOB_DELAY_MS = MINUTE_MS

/**
 * Puts each job into the queue once, removes those that no longer exist, and runs them when they are due. A run that
 * fails is logged and tried again at its next time. Stopping the queue waits for the runs under way.
 * @returns the status of every job, for metrics
 */
export async function scheduleRecurringJobs(
  { database, jobs, clock, log }: RecurringJobServices,
  recurring: readonly RecurringJob[],
): Promise<() => RecurringJobStatus[]> {
  const byName = new Map(recurring.map((job) => [job.name, job]))
  if (byName.size < recurring.length) throw new Error('two recurring jobs have the same name')
  const statuses = new Map(
    recurring.map(({ name }): [string, RecurringJobStatus] => [
      name,
      { name, runs: 0, failures: 0, lastDurationMs: null, lastSuccessAt: null, lastFailure: null },
    ]),
  )
  jobs.handle(KIND, {
    concurrency: CONCURRENCY,
    maxAttempts: Number.MAX_SAFE_INTEGER,
    run: async ({ key }, signal) => {
      const job = byName.get(key)
      const status = statuses.get(key)
      if (!job || !status) return { againAt: new Date(clock.now().getTime() + UNKNOWN_JOB_DELAY_MS) }
      await asOperation(`job ${key}`, () => runOnce(job, status, signal, { clock, log }), 'internal')
      return { againAt: new Date(clock.now().getTime() + job.everyMs) }
    },
  })
  await deleteJobsExcept(database, KIND, [...byName.keys()])
  const now = clock.now().getTime()
  for (const { name, everyMs } of recurring) {
    const runAt = new Date(now + Math.min(everyMs, MAX_FIRST_DELAY_MS))
    await insertJobIfMissing(database, { kind: KIND, key: name, runAt }, clock.now())
  }
  return () => [...statuses.values()]
}

/** @throws what the run threw when the process is stopping: the queue then runs the job again after the next start. */
async function runOnce(
  job: RecurringJob,
  status: RecurringJobStatus,
  stopping: AbortSignal,
  { clock, log }: Pick<RecurringJobServices, 'clock' | 'log'>,
): Promise<void> {
  const timeout = new AbortController()
  const timer = setTimeout(() => {
    log.error({ job: job.name, timeoutMs: job.timeoutMs }, 'a recurring job is taking too long')
    timeout.abort(new Error('timeout'))
  }, job.timeoutMs)
  const startedAt = performance.now()
  try {
    await job.run(AbortSignal.any([stopping, timeout.signal]))
    status.lastSuccessAt = clock.now()
    status.lastFailure = null
  } catch (error) {
    if (stopping.aborted) throw error
    status.failures += 1
    status.lastFailure = { at: clock.now(), code: errorCodeOf(error) }
    failSpan(error)
    log.warn({ error, job: job.name }, 'a recurring job failed; it runs again at its next time')
  } finally {
    clearTimeout(timer)
    status.runs += 1
    status.lastDurationMs = performance.now() - startedAt
  }
  log.debug({ job: job.name, ms: Math.round(status.lastDurationMs) }, 'a recurring job ran')
}
