import cluster from 'node:cluster'
import type { Clock } from '../clock.ts'
import { createRateLimiter, type RateLimiter, tooManyRequests } from '../http/rate-limit.ts'
import type { Log } from '../log.ts'
import type { BusEvent, EventBus } from '../realtime/event-bus.ts'
import type { SupervisorMessage, WorkerMessage, WorkerMetrics } from './messages.ts'

/** The channel to the supervisor, as a process has it; a test passes its own. */
export interface Channel {
  send(message: WorkerMessage): void
  onMessage(listener: (message: SupervisorMessage) => void): void
}

/** What a worker of this machine shares with the other workers, through their supervisor. */
export interface WorkerLink {
  /** This worker's number, from 1. */
  worker: number
  bus: EventBus
  limiter(clock: Clock, log: Log): RateLimiter
  /** Says that this worker accepts connections. */
  reportReady(url: string): void
  /** What this worker answers when another one is asked for metrics. */
  provideMetrics(read: () => Promise<string>): void
  /** The metrics of the other workers; of those that answer within a second. */
  metricsOfOthers(): Promise<readonly WorkerMetrics[]>
}

/** A call waits this long for the supervisor at most; then this worker counts for itself. */
const CONSUME_TIMEOUT_MS = 250
const METRICS_TIMEOUT_MS = 1_500

/** The link of this process; null for a process that is not a worker of a supervisor. */
export function connectToSupervisor(): WorkerLink | null {
  if (!cluster.worker) return null
  return createWorkerLink(cluster.worker.id, {
    // A supervisor that has ended also ends its workers: see main.ts.
    send: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => void process.on('message', (message) => listener(message as SupervisorMessage)), // its only sender
  })
}

export function createWorkerLink(worker: number, channel: Channel): WorkerLink {
  const listeners: ((event: BusEvent) => void)[] = []
  const waiting = new Map<number, (message: SupervisorMessage) => void>()
  let readMetrics: () => Promise<string> = async () => ''
  let lastId = 0

  const publishLocally = (event: BusEvent) => {
    for (const listener of listeners) listener(event)
  }

  channel.onMessage((message) => {
    if (message.kind === 'event') return publishLocally(message.event)
    if (message.kind === 'report_metrics') {
      const { id } = message
      void readMetrics().then(
        (text) => channel.send({ kind: 'metrics', id, text }),
        () => channel.send({ kind: 'metrics', id, text: '' }),
      )
      return
    }
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  })

  /** Sends a request; resolves with the answer, or null when none comes in time. */
  function request(create: (id: number) => WorkerMessage, timeoutMs: number): Promise<SupervisorMessage | null> {
    const id = ++lastId
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        waiting.delete(id)
        resolve(null)
      }, timeoutMs)
      waiting.set(id, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      channel.send(create(id))
    })
  }

  return {
    worker,
    bus: {
      isShared: true,
      publish(event) {
        publishLocally(event)
        channel.send({ kind: 'event', event })
      },
      subscribe: (listener) => {
        listeners.push(listener)
      },
      close: async () => undefined,
    },
    limiter(clock, log) {
      const own = createRateLimiter(clock, true)
      return {
        async consume(key, limit) {
          const answer = await request((id) => ({ kind: 'consume', id, key, limit }), CONSUME_TIMEOUT_MS)
          if (answer?.kind !== 'consumed') {
            log.warn('a rate limit was counted by this process alone: the supervisor did not answer')
            return own.consume(key, limit)
          }
          if (answer.waitMs > 0) throw tooManyRequests(answer.waitMs)
        },
        close: () => own.close(),
      }
    },
    reportReady: (url) => channel.send({ kind: 'ready', url }),
    provideMetrics(read) {
      readMetrics = read
    },
    async metricsOfOthers() {
      const answer = await request((id) => ({ kind: 'metrics_wanted', id }), METRICS_TIMEOUT_MS)
      return answer?.kind === 'all_metrics' ? answer.parts : []
    },
  }
}
