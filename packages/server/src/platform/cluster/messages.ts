import type { RateLimit } from '../http/rate-limit.ts'
import type { BusEvent } from '../realtime/event-bus.ts'

/** What a worker sends to its supervisor, over the channel that Node opens between them. */
export type WorkerMessage =
  /** It listens: the site is reached at this URL. */
  | { kind: 'ready'; url: string }
  /** For all other workers. */
  | { kind: 'event'; event: BusEvent }
  /** Counts a call for all workers together. */
  | { kind: 'consume'; id: number; key: string; limit: RateLimit }
  /** Asks for the metrics of all other workers. */
  | { kind: 'metrics_wanted'; id: number }
  | { kind: 'metrics'; id: number; text: string }

/** What a supervisor sends to a worker. */
export type SupervisorMessage =
  | { kind: 'event'; event: BusEvent }
  /** 0 for a call that was counted, else the milliseconds to wait. */
  | { kind: 'consumed'; id: number; waitMs: number }
  | { kind: 'report_metrics'; id: number }
  | { kind: 'all_metrics'; id: number; parts: readonly WorkerMetrics[] }

/** The metrics of one worker as text, with its number. */
export interface WorkerMetrics {
  worker: number
  text: string
}
