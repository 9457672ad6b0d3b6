const FIRST_PAUSE_MS = 3_000
const LONGEST_PAUSE_MS = 30_000
const JITTER_MS = 600

/**
 * How long to wait, in milliseconds, before the given attempt to reconnect (1 is the first after a close): 3000 ms,
 * doubled up to 30 s, and 0 to 600 ms of jitter so that a restart does not bring everybody back in the same instant
 * (REC-07). `chance` is a number from 0 to 1.
 */
export function retryPauseMs(attempt: number, chance: number): number {
  const doubled = FIRST_PAUSE_MS * 2 ** Math.min(Math.max(attempt, 1) - 1, 10)
  return Math.min(doubled, LONGEST_PAUSE_MS) + Math.floor(chance * JITTER_MS)
}
