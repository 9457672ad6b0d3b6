import { AsyncLocalStorage } from 'node:async_hooks'
import { Semaphore, withTimeout } from 'async-mutex'

/** Newer work may pass work in the background for this long, so that neither wait is endless. */
const BACKGROUND_DELAY_MS = 2_000

const background = new AsyncLocalStorage<true>()

/**
 * Runs work that no person waits for. While connections are scarce, its statements yield to those that arrive up to two
 * seconds later. A person's message is stored before an earlier reply is completed.
 */
export function inBackground<Result>(work: () => Result): Result {
  return background.run(true, work)
}

/** Hands out the connections of a process in the order in which they are due. */
export interface ConnectionGate {
  /** Waits for a connection. Call the result when it is free again. */
  enter(): Promise<() => void>
}

/** @throws Error of `enter` after `timeoutMs`; 0 waits without a limit. */
export function createConnectionGate(connections: number, timeoutMs = 0): ConnectionGate {
  const semaphore = new Semaphore(connections)
  return {
    async enter() {
      const delayMs = background.getStore() ? BACKGROUND_DELAY_MS : 0
      const isWaiting = timeoutMs > 0 && semaphore.isLocked()
      const gate = isWaiting ? withTimeout(semaphore, timeoutMs + delayMs, new Error(NO_CONNECTION)) : semaphore
      // The earliest due goes first; the library takes the highest priority.
      const [, release] = await gate.acquire(1, -(performance.now() + delayMs))
      return release
    },
  }
}

/** As the pool says it. */
const NO_CONNECTION = 'timeout exceeded when trying to connect'
