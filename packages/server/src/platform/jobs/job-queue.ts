import { Mutex } from 'async-mutex'
import type { Clock } from '../clock.ts'
import { inBackground } from '../db/connection-gate.ts'
import type { Database, Queryable } from '../db/database.ts'
import { databaseOutageOf } from '../db/database-outage.ts'
import { HOUR_MS } from '../durations.ts'
import { asOperation } from '../event-loop.ts'
import type { Log } from '../log.ts'
import { errorCodeOf } from '../monitoring/service-monitor.ts'
import { createOutageLog } from '../outage-log.ts'
import { continueTrace, failSpan, traceParent } from '../tracing/span.ts'
import {
  claimJobs,
  completeJob,
  insertJob,
  type JobRequest,
  type JobRow,
  releaseJobs,
  renewLease,
  rescheduleJob,
} from './job-store.ts'

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

/**
 * Deferred work, stored in the same database as everything else, so that it commits with the transaction that enqueues
 * it.
 */
export interface JobQueue {
  /** Enqueues a job, in whatever transaction `db` is. */
  enqueue(db: Queryable, request: JobRequest): Promise<void>
  handle(kind: string, how: JobHandler): void
  /** Runs everything that is due now, to its end; returns the number of jobs. */
  runDue(): Promise<number>
  start(): void
  /** Aborts running jobs, which are left for the next process. */
  stop(): Promise<void>
}

export interface JobQueueOptions {
  database: Database
  clock: Clock
  log: Log
  /** Identifies this process on the jobs it claims. */
  owner: string
  /** No other process uses this database: jobs that are claimed at the start belong to a crashed one. */
  isOnlyProcess?: boolean
}

const POLL_MS = 2_000
const LEASE_MS = 30_000
const RENEW_MS = 8_000
const MIN_BACKOFF_MS = 5_000
const MAX_BACKOFF_MS = HOUR_MS
/** The part of a payload that names the trace in which the job was enqueued, while tracing is on. */
const TRACE_KEY = 'traceparent'

/** The delay after the n-th failed attempt: 5 s, 20 s, 80 s … at most an hour. */
export function backoffMs(attempts: number): number {
  return Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 4 ** (Math.max(1, attempts) - 1))
}

/** A queue in the table `job`: claimed with `for update skip locked`, held by a lease, retried with growing delays. */
export function createJobQueue({ database, clock, log, owner, isOnlyProcess = false }: JobQueueOptions): JobQueue {
  const handlers = new Map<string, JobHandler>()
  const running = new Set<Promise<void>>()
  /** The number of running jobs by kind. */
  const runningCounts = new Map<string, number>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | null = null
  const claiming = new Mutex()
  const outage = createOutageLog(log, {
    failed: 'jobs could not be looked for',
    recovered: 'jobs are looked for again',
  })

  const countRunning = (name: string, places: 1 | -1) =>
    void runningCounts.set(name, (runningCounts.get(name) ?? 0) + places)
  const leaseUntil = () => new Date(clock.now().getTime() + LEASE_MS)

  async function runOne(kind: JobHandler, job: JobRow): Promise<void> {
    const abort = new AbortController()
    const stop = () => abort.abort(new Error('stopping'))
    stopping.signal.addEventListener('abort', stop)
    if (stopping.signal.aborted) stop()
    const renewal = setInterval(() => {
      renewLease(database, job.id, owner, leaseUntil())
        .then((isOurs) => isOurs || abort.abort(new Error('lost')))
        .catch((error: unknown) => log.warn({ error }, 'the lease of a job could not be renewed'))
    }, RENEW_MS)
    try {
      const more = await kind.run(job, abort.signal)
      await completeJob(database, job.id, owner, { againAt: more?.againAt ?? null, now: clock.now() })
    } catch (error) {
      await reschedule(kind, job, error, abort.signal.aborted)
    } finally {
      clearInterval(renewal)
      stopping.signal.removeEventListener('abort', stop)
    }
  }

  async function reschedule(kind: JobHandler, job: JobRow, error: unknown, isInterrupted: boolean): Promise<void> {
    const now = clock.now()
    const isDead = !isInterrupted && job.attempts >= kind.maxAttempts
    const runAt = isInterrupted ? now : new Date(now.getTime() + backoffMs(job.attempts))
    if (!isInterrupted) failSpan(error)
    if (!isInterrupted) log.warn({ error, kind: job.kind, attempts: job.attempts, isDead }, 'a job failed')
    await rescheduleJob(database, job.id, owner, {
      runAt,
      diedAt: isDead ? now : null,
      failure: isInterrupted ? null : { at: now, code: errorCodeOf(error) },
    })
  }

  /** One at a time, so that `runDue` sees what a concurrent claim has taken. */
  const claim = () => claiming.runExclusive(claimNow)

  async function claimNow(): Promise<number> {
    let count = 0
    for (const [name, kind] of handlers) {
      const limit = kind.concurrency - (runningCounts.get(name) ?? 0)
      if (limit <= 0 || stopping.signal.aborted) continue
      const now = clock.now()
      const jobs = await claimJobs(database, { kind: name, owner, limit, now, leaseUntil: leaseUntil() })
      databaseOutageOf(log).succeed()
      count += jobs.length
      for (const job of jobs) begin(name, kind, job)
    }
    return count
  }

  function begin(name: string, kind: JobHandler, job: JobRow): void {
    countRunning(name, 1)
    const run = continueTrace(job.payload[TRACE_KEY], () =>
      inBackground(() => asOperation(`job ${name}`, () => runOne(kind, job), 'internal')),
    )
      .catch((error: unknown) => log.warn({ error, kind: name }, 'a job could not be ended; its lease will lapse'))
      .finally(() => {
        running.delete(run)
        countRunning(name, -1)
      })
    running.add(run)
  }

  function poll(): void {
    timer = setTimeout(() => {
      claim()
        .then(outage.succeed, outage.fail)
        .finally(() => {
          if (!stopping.signal.aborted) poll()
        })
    }, POLL_MS)
    timer.unref()
  }

  return {
    enqueue: (db, request) => insertJob(db, withTrace(request), clock.now()),
    handle: (kind, how) => void handlers.set(kind, how),
    async runDue() {
      let all = 0
      for (;;) {
        const count = await claim()
        // The regular round may use all slots, and more jobs may be due behind it.
        if (count === 0 && running.size === 0) return all
        await Promise.all(running)
        all += count
      }
    },
    start() {
      if (!isOnlyProcess) return poll()
      releaseJobs(database, owner)
        .catch((error: unknown) => log.warn({ error }, 'jobs of a process that died wait for the end of their lease'))
        .finally(() => {
          if (!stopping.signal.aborted) poll()
        })
    },
    async stop() {
      stopping.abort()
      if (timer) clearTimeout(timer)
      await claiming.waitForUnlock()
      await Promise.all(running)
    },
  }
}

/** The request, so that the job's span belongs to the trace of what it is for. */
function withTrace(request: JobRequest): JobRequest {
  const parent = traceParent()
  return parent === null ? request : { ...request, payload: { ...request.payload, [TRACE_KEY]: parent } }
}
