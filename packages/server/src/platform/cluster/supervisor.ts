import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import { createRateLimiter, type RateLimiter } from '../http/rate-limit.ts'
import type { Log } from '../log.ts'
import type { SupervisorMessage, WorkerMessage, WorkerMetrics } from './messages.ts'

/** A worker process, as the supervisor sees it. */
export interface WorkerProcess {
  id: number
  send(message: SupervisorMessage): void
  onMessage(listener: (message: WorkerMessage) => void): void
  /** Called once, with the exit code; null after a signal. */
  onExit(listener: (code: number | null) => void): void
  kill(signal: NodeJS.Signals): void
}

export interface SupervisorServices {
  clock: Clock
  log: Log
  /** Starts one more worker. */
  fork(): WorkerProcess
}

export interface Supervisor {
  /** The site's URL, once all workers listen. @throws WorkerFailed when the first worker ends before it does. */
  start(): Promise<string>
  /** Replaces the workers one by one; each old one ends when its replacement listens. For a deploy on one machine. */
  restart(): Promise<void>
  /** Ends all workers at the same time and waits for them. */
  stop(): Promise<void>
}

/** The first worker could not start; it has said why. */
export class WorkerFailed extends Error {}

/** A worker that ended by itself is replaced after a pause that doubles up to this. */
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000
/** A worker that ran this long was healthy: the pause starts afresh. */
const HEALTHY_MS = 60_000
/** Longer than replies and connections get to finish (operations.md). */
const EXIT_TIMEOUT_MS = 35_000
const METRICS_TIMEOUT_MS = 1_000

/**
 * Keeps a number of worker processes of this machine running behind one port, passes events between them, and counts
 * rate limits for all of them (OPS-10).
 */
export function createSupervisor(count: number, { clock, log, fork }: SupervisorServices): Supervisor {
  const workers = new Map<number, { worker: WorkerProcess; exited: Promise<void>; isEnding: boolean }>()
  const limiter = createRateLimiter(clock, true)
  let isStopping = false
  let pauseMs = FIRST_PAUSE_MS
  let restarting: Promise<void> = Promise.resolve()

  /** Starts a worker; resolves with the site's URL when it listens, rejects when it ends before. */
  function startWorker(): Promise<string> {
    const worker = fork()
    const startedAt = clock.now().getTime()
    return new Promise((resolve, reject) => {
      let isReady = false
      const exited = new Promise<void>((resolveExit) => {
        worker.onExit((code) => {
          const isExpected = isStopping || workers.get(worker.id)?.isEnding === true
          workers.delete(worker.id)
          resolveExit()
          if (!isReady) return reject(new WorkerFailed(`worker ${worker.id} ended with ${code} before it was ready`))
          if (!isExpected) replace(worker.id, code, clock.now().getTime() - startedAt)
        })
      })
      workers.set(worker.id, { worker, exited, isEnding: false })
      worker.onMessage((message) => {
        if (message.kind === 'ready') {
          isReady = true
          resolve(message.url)
        } else if (message.kind === 'event') {
          for (const { worker: other } of workers.values())
            if (other.id !== worker.id) other.send({ kind: 'event', event: message.event })
        } else if (message.kind === 'consume') {
          void consume(limiter, message).then((waitMs) => worker.send({ kind: 'consumed', id: message.id, waitMs }))
        } else if (message.kind === 'metrics_wanted') {
          void collectMetrics(worker.id).then((parts) => worker.send({ kind: 'all_metrics', id: message.id, parts }))
        } else metricsListeners.get(message.id)?.(worker.id, message.text)
      })
    })
  }

  function replace(id: number, code: number | null, ranMs: number): void {
    pauseMs = ranMs >= HEALTHY_MS ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, MAX_PAUSE_MS)
    log.error({ worker: id, code, pauseMs }, 'a worker process ended and is replaced')
    setTimeout(() => {
      if (isStopping) return
      startWorker().catch(() => {
        if (!isStopping) replace(id, null, 0)
      })
    }, pauseMs).unref()
  }

  const metricsListeners = new Map<number, (worker: number, text: string) => void>()
  let lastMetricsId = 0
  function collectMetrics(except: number): Promise<WorkerMetrics[]> {
    const others = [...workers.values()].filter(({ worker }) => worker.id !== except)
    const parts: WorkerMetrics[] = []
    const id = ++lastMetricsId
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        metricsListeners.delete(id)
        resolve(parts)
      }
      const timer = setTimeout(finish, METRICS_TIMEOUT_MS)
      metricsListeners.set(id, (worker, text) => {
        parts.push({ worker, text })
        if (parts.length === others.length) finish()
      })
      for (const { worker } of others) worker.send({ kind: 'report_metrics', id })
      if (others.length === 0) finish()
    })
  }

  async function endWorker(id: number): Promise<void> {
    const entry = workers.get(id)
    if (!entry) return
    entry.isEnding = true
    entry.worker.kill('SIGTERM')
    const timer = setTimeout(() => {
      log.error({ worker: id }, 'a worker process did not end in time and is killed')
      entry.worker.kill('SIGKILL')
    }, EXIT_TIMEOUT_MS)
    await entry.exited
    clearTimeout(timer)
  }

  async function restartAll(): Promise<void> {
    for (const id of [...workers.keys()]) {
      if (isStopping) return
      // A new version that does not start leaves the old workers as they are.
      await startWorker()
      await endWorker(id)
      log.info({ worker: id }, 'a worker process was replaced')
    }
  }

  return {
    async start() {
      // The first one migrates the database and loads the library, so that the others find it done.
      const url = await startWorker()
      await Promise.all(Array.from({ length: count - 1 }, () => startWorker()))
      return url
    },
    restart() {
      restarting = restarting.then(restartAll)
      return restarting
    },
    async stop() {
      isStopping = true
      await Promise.all([...workers.keys()].map(endWorker))
    },
  }
}

/** Counts a call. Returns 0, or the milliseconds to wait. */
async function consume(
  limiter: RateLimiter,
  { key, limit }: Extract<WorkerMessage, { kind: 'consume' }>,
): Promise<number> {
  try {
    await limiter.consume(key, limit)
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { retry_after: seconds } = error.facts as { retry_after: number } // of TooManyRequests
    return seconds * 1_000
  }
}
