import type { Clock } from '../clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import { HOUR_MS } from '../durations.ts'
import type { Log } from '../log.ts'
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

/** How one kind of job is done. A job may be done more than once (a process can die), so what it does must bear that. */
export interface JobHandler {
  /**
   * Does one job. Gives when to go on where there is more to do. A throw puts it off; `signal` fires when the process
   * stops or has lost the job.
   */
  run(job: JobRow, signal: AbortSignal): Promise<{ againAt: Date } | undefined>
  /** Of this kind at the same time in this process. */
  concurrency: number
  /** It dies after this many attempts. */
  maxAttempts: number
}

/** Work that is done later, on the database that everything else is on, so that it commits with what asks for it. */
export interface JobQueue {
  /** Asks for a job, in whatever transaction `db` is. */
  enqueue(db: Queryable, request: JobRequest): Promise<void>
  handle(kind: string, how: JobHandler): void
  /** Does all that is due now, to its end; gives how many jobs that were. */
  runDue(): Promise<number>
  start(): void
  /** Cuts off what is under way, which waits for the next process then. */
  stop(): Promise<void>
}

export interface JobQueueOptions {
  database: Database
  clock: Clock
  log: Log
  /** Names this process on the jobs it does. */
  owner: string
  /** No other process works on this database: what any held at the start was left by one that died. */
  isOnlyProcess?: boolean
}

const POLL_MS = 2_000
const LEASE_MS = 30_000
const RENEW_MS = 8_000
const MIN_BACKOFF_MS = 5_000
const MAX_BACKOFF_MS = HOUR_MS

/** How long a job waits after its n-th failed attempt: 5 s, 20 s, 80 s … an hour at most. */
export function backoffMs(attempts: number): number {
  return Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 4 ** (Math.max(1, attempts) - 1))
}

/** A queue in the table `job`: claimed by `for update skip locked`, held by a lease, put off with growing waits. */
export function createJobQueue({ database, clock, log, owner, isOnlyProcess = false }: JobQueueOptions): JobQueue {
  const handlers = new Map<string, JobHandler>()
  const running = new Set<Promise<void>>()
  /** How many of each kind are being done. */
  const runningCounts = new Map<string, number>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let claiming: Promise<unknown> = Promise.resolve()

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
    if (!isInterrupted) log.warn({ error, kind: job.kind, attempts: job.attempts, isDead }, 'a job failed')
    await rescheduleJob(database, job.id, owner, { runAt, diedAt: isDead ? now : null, counts: !isInterrupted })
  }

  /** One at a time: whoever asks for all that is due sees what another has claimed. */
  function claim(): Promise<number> {
    const mine = claiming.then(claimNow)
    claiming = mine.catch(() => undefined)
    return mine
  }

  async function claimNow(): Promise<number> {
    let count = 0
    for (const [name, kind] of handlers) {
      const limit = kind.concurrency - (runningCounts.get(name) ?? 0)
      if (limit <= 0 || stopping.signal.aborted) continue
      const now = clock.now()
      const jobs = await claimJobs(database, { kind: name, owner, limit, now, leaseUntil: leaseUntil() })
      count += jobs.length
      for (const job of jobs) begin(name, kind, job)
    }
    return count
  }

  function begin(name: string, kind: JobHandler, job: JobRow): void {
    countRunning(name, 1)
    const run = runOne(kind, job)
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
        .catch((error: unknown) => log.warn({ error }, 'jobs could not be looked for'))
        .finally(() => {
          if (!stopping.signal.aborted) poll()
        })
    }, POLL_MS)
    timer.unref()
  }

  return {
    enqueue: (db, request) => insertJob(db, request, clock.now()),
    handle: (kind, how) => void handlers.set(kind, how),
    async runDue() {
      let all = 0
      for (;;) {
        const count = await claim()
        // What the regular round has in hand may be all that fits at once: more can be due behind it.
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
      await claiming
      await Promise.all(running)
    },
  }
}
