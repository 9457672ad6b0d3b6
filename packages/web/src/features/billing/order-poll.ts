import type { Order } from '@everkin/contract/types.ts'

export interface OrderPollPorts {
  /** May reject: the order is asked for again later. */
  loadOrder(): Promise<Order>
  /** Calls back after a delay; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
  now(): number
  /** Called after each poll, with null if it failed. Returns whether to go on. */
  onPolled(order: Order | null): boolean
}

const MIN_INTERVAL_MS = 1_000
const MAX_INTERVAL_MS = 10_000
const INTERVAL_FACTOR = 1.5
const LATE_AFTER_MS = 20_000

/** Polls an order at growing intervals. */
export class OrderPoll {
  readonly #ports: OrderPollPorts
  #cancelTimer: (() => void) | null = null
  #startedAt = 0

  constructor(ports: OrderPollPorts) {
    this.#ports = ports
  }

  get isRunning(): boolean {
    return this.#cancelTimer !== null
  }

  /** Whether it has taken so long that the reader should be told. */
  get isLate(): boolean {
    return this.#ports.now() - this.#startedAt >= LATE_AFTER_MS
  }

  start(): void {
    this.#startedAt = this.#ports.now()
    this.#schedule(MIN_INTERVAL_MS)
  }

  /** The answer of a request under way is ignored. */
  stop(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  #schedule(intervalMs: number): void {
    this.#cancelTimer = this.#ports.after(intervalMs, () => void this.#poll(intervalMs))
  }

  async #poll(intervalMs: number): Promise<void> {
    const before = this.#cancelTimer
    const order = await this.#ports.loadOrder().catch(() => null)
    if (this.#cancelTimer !== before) return // stopped, or started anew
    this.#cancelTimer = null
    if (this.#ports.onPolled(order)) this.#schedule(Math.min(intervalMs * INTERVAL_FACTOR, MAX_INTERVAL_MS))
  }
}
