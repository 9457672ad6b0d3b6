import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { HOUR_MS } from '../durations.ts'
import type { Log } from '../log.ts'
import { errorCodeOf } from '../monitoring/service-monitor.ts'
import { failSpan } from '../tracing/span.ts'
import { completeJob, type JobRow, renewLease, rescheduleJob } from './job-store.ts'

/** The handler of one kind of job. A job may run more than once (a process can die), so it must be idempotent. */
export interface JobHandler {
  /**
   * Runs one job. Returns when to continue if there is more to do. An error reschedules it; `signal` fires when the
   * process stops or has lost the job's lease.
   */
  run(job: JobRow, signal: AbortSignal): Promise<{ againAt: Date } | undefined>
  /** Running jobs of this kind in this process. */
  concurrency: number
  /** The job is dead after this many attempts. */
  maxAttempts: number
}

export interface JobServices {
  database: Database
  clock: Clock
  log: Log
  /** Identifies this process on the jobs it claims. */
  owner: string
}

const LEASE_MS = 30_000
const RENEW_MS = 8_000
const MIN_BACKOFF_MS = 5_000
const MAX_BACKOFF_MS = HOUR_MS

/** The delay after the n-th failed attempt: 5 s, 20 s, 80 s … at most an hour. */
export function backoffMs(attempts: number): number {
  return Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 4 ** (Math.max(1, attempts) - 1))
}

/** The end of a lease that begins now. */
export function leaseUntil(clock: Clock): Date {
  return new Date(clock.now().getTime() + LEASE_MS)
}

/**
 * Runs a claimed job: renews its lease meanwhile, then deletes the job, or reschedules it when it fails or `stopping`
 * fires.
 */
export async function runJob(
  services: JobServices,
  handler: JobHandler,
  job: JobRow,
  stopping: AbortSignal,
): Promise<void> {
  const { database, clock, log, owner } = services
  const abort = new AbortController()
  const stop = () => abort.abort(new Error('stopping'))
  stopping.addEventListener('abort', stop)
  if (stopping.aborted) stop()
  const renewal = setInterval(() => {
    renewLease(database, job.id, owner, leaseUntil(clock))
      .then((isOurs) => isOurs || abort.abort(new Error('lost')))
      .catch((error: unknown) => log.warn({ error }, 'the lease of a job could not be renewed'))
  }, RENEW_MS)
  try {
    const more = await handler.run(job, abort.signal)
    await completeJob(database, job.id, owner, { againAt: more?.againAt ?? null, now: clock.now() })
  } catch (error) {
    await rescheduleAfterError(services, handler, job, { error, isInterrupted: abort.signal.aborted })
  } finally {
    clearInterval(renewal)
    stopping.removeEventListener('abort', stop)
  }
}

/** An interruption does not count as a failure: the job may run again at once. */
async function rescheduleAfterError(
  { database, clock, log, owner }: JobServices,
  handler: JobHandler,
  job: JobRow,
  { error, isInterrupted }: { error: unknown; isInterrupted: boolean },
): Promise<void> {
  const now = clock.now()
  if (isInterrupted) {
    await rescheduleJob(database, job.id, owner, { runAt: now, diedAt: null, failure: null })
    return
  }
  const isDead = job.attempts >= handler.maxAttempts
  failSpan(error)
  log.warn({ error, kind: job.kind, attempts: job.attempts, isDead }, 'a job failed')
  await rescheduleJob(database, job.id, owner, {
    runAt: new Date(now.getTime() + backoffMs(job.attempts)),
    diedAt: isDead ? now : null,
    failure: { at: now, code: errorCodeOf(error) },
  })
}
