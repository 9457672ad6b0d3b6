import { Mutex } from 'async-mutex'
import { inBackground } from '../db/connection-gate.ts'
import type { Queryable } from '../db/database.ts'
import { databaseOutageOf } from '../db/database-outage.ts'
import { asOperation } from '../event-loop.ts'
import { createOutageLog } from '../outage-log.ts'
import { continueTrace, traceParent } from '../tracing/span.ts'
import { claimJobs, insertJob, type JobRequest, type JobRow, releaseJobs } from './job-store.ts'
import { type JobHandler, type JobServices, leaseUntil, runJob } from './run-job.ts'

/**
 * Deferred work, stored in the same database as everything else, so that it commits with the transaction that enqueues
 * it.
 */
export interface JobQueue {
  /** Enqueues a job, in whatever transaction `db` is. */
  enqueue(db: Queryable, request: JobRequest): Promise<void>
  /** Registers the handler of a kind. */
  handle(kind: string, handler: JobHandler): void
  /** Runs everything that is due now, to its end; returns the number of jobs. */
  runDue(): Promise<number>
  start(): void
  /** Aborts running jobs, which are left for the next process. */
  stop(): Promise<void>
}

export interface JobQueueOptions extends JobServices {
  /** No other process uses this database: jobs that are claimed at the start belong to a crashed one. */
  isOnlyProcess?: boolean
}

const POLL_MS = 2_000
/** The part of a payload that names the trace in which the job was enqueued, while tracing is on. */
const TRACE_KEY = 'traceparent'

/** A queue in the table `job`: claimed with `for update skip locked`, held by a lease, retried with growing delays. */
export function createJobQueue(options: JobQueueOptions): JobQueue {
  const { database, clock, log, owner, isOnlyProcess = false } = options
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

  const countRunning = (kind: string, change: 1 | -1) =>
    void runningCounts.set(kind, (runningCounts.get(kind) ?? 0) + change)

  /** One at a time, so that `runDue` sees what a concurrent claim has taken. */
  const claim = () => claiming.runExclusive(claimNow)

  async function claimNow(): Promise<number> {
    let count = 0
    for (const [kind, handler] of handlers) {
      const limit = handler.concurrency - (runningCounts.get(kind) ?? 0)
      if (limit <= 0 || stopping.signal.aborted) continue
      const now = clock.now()
      const jobs = await claimJobs(database, { kind, owner, limit, now, leaseUntil: leaseUntil(clock) })
      databaseOutageOf(log).succeed()
      count += jobs.length
      for (const job of jobs) begin(kind, handler, job)
    }
    return count
  }

  function begin(kind: string, handler: JobHandler, job: JobRow): void {
    countRunning(kind, 1)
    const run = continueTrace(job.payload[TRACE_KEY], () =>
      inBackground(() => asOperation(`job ${kind}`, () => runJob(options, handler, job, stopping.signal), 'internal')),
    )
      .catch((error: unknown) => log.warn({ error, kind }, 'a job could not be ended; its lease will lapse'))
      .finally(() => {
        running.delete(run)
        countRunning(kind, -1)
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
    handle: (kind, handler) => void handlers.set(kind, handler),
    async runDue() {
      let total = 0
      for (;;) {
        const count = await claim()
        // The regular poll may use all slots, and more jobs may be due behind it.
        if (count === 0 && running.size === 0) return total
        await Promise.all(running)
        total += count
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
