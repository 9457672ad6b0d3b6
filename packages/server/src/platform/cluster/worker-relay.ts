import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import { createRateLimiter, type RateLimiter } from '../http/rate-limit.ts'
import type { SupervisorMessage, WorkerMessage, WorkerMetrics } from './messages.ts'

/** A worker, as far as messages go. */
export interface RelayWorker {
  id: number
  send(message: SupervisorMessage): void
}

/** What workers send to the supervisor for one another; `ready` concerns the supervisor itself. */
type RelayMessage = Exclude<WorkerMessage, { kind: 'ready' }>

export interface WorkerRelay {
  /** Handles a message of a running worker. */
  handle(worker: RelayWorker, message: RelayMessage): void
}

const METRICS_TIMEOUT_MS = 1_000

/** Passes events between workers, counts rate limits for all of them, and collects their metrics. */
export function createWorkerRelay(clock: Clock, listWorkers: () => RelayWorker[]): WorkerRelay {
  const limiter = createRateLimiter(clock, true)
  const metricsListeners = new Map<number, (worker: number, text: string) => void>()
  let lastMetricsId = 0
  const listOthers = ({ id }: RelayWorker) => listWorkers().filter((worker) => worker.id !== id)

  /** The metrics of these workers, without those that do not answer in time. */
  function collectMetrics(workers: RelayWorker[]): Promise<WorkerMetrics[]> {
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
        if (parts.length === workers.length) finish()
      })
      for (const worker of workers) worker.send({ kind: 'report_metrics', id })
      if (workers.length === 0) finish()
    })
  }

  return {
    handle(worker, message) {
      switch (message.kind) {
        case 'event':
          for (const other of listOthers(worker)) other.send({ kind: 'event', event: message.event })
          return
        case 'consume':
          void consume(limiter, message).then((waitMs) => worker.send({ kind: 'consumed', id: message.id, waitMs }))
          return
        case 'metrics_wanted':
          void collectMetrics(listOthers(worker)).then((parts) =>
            worker.send({ kind: 'all_metrics', id: message.id, parts }),
          )
          return
        case 'metrics':
          metricsListeners.get(message.id)?.(worker.id, message.text)
      }
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
