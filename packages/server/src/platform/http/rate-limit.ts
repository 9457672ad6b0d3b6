import { LRUCache } from 'lru-cache'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'

/** At most `max` times within any `windowMs`. */
export interface RateLimit {
  max: number
  windowMs: number
}

/** Counts rate-limited calls. Keys name the limit and its subject: an id or a network address, never a mail address. */
export interface RateLimiter {
  /**
   * Counts one call.
   * @throws AppError TooManyRequests with `retry_after` seconds when the limit is exceeded; then nothing is counted.
   */
  consume(key: string, limit: RateLimit): Promise<void>
  /** Ends the connections that the limiter has opened. */
  close(): void
}

/** The memory that all counts together may use. Beyond it, the keys that were not used for longest are forgotten. */
const MAX_BYTES = 64 * 1024 * 1024
const BYTES_PER_KEY = 300
const BYTES_PER_CALL = 8
const CALLS_BETWEEN_PURGES = 10_000

/** Exact sliding windows in memory: the times of the last `max` calls are kept for each key (RATE-01). */
export function createRateLimiter(clock: Clock, enabled: boolean, maxBytes = MAX_BYTES): RateLimiter {
  const times = new LRUCache<string, readonly number[]>({
    maxSize: maxBytes,
    sizeCalculation: (calls) => BYTES_PER_KEY + BYTES_PER_CALL * calls.length,
    perf: { now: () => clock.now().getTime() },
    ttlResolution: 0,
  })
  let callsUntilPurge = CALLS_BETWEEN_PURGES

  return {
    async consume(key, { max, windowMs }) {
      if (!enabled) return
      if (--callsUntilPurge <= 0) {
        times.purgeStale()
        callsUntilPurge = Math.max(CALLS_BETWEEN_PURGES, times.size)
      }
      const now = clock.now().getTime()
      const recent = (times.get(key) ?? []).filter((at) => at > now - windowMs)
      if (recent.length >= max) throw tooManyRequests((recent[0] ?? now) + windowMs - now)
      times.set(key, [...recent, now], { ttl: windowMs })
    },
    close: () => undefined,
  }
}

/** The error of an exceeded limit, with the remaining wait. */
export function tooManyRequests(waitMs: number): AppError {
  return new AppError('TooManyRequests', { retry_after: Math.max(1, Math.ceil(waitMs / 1000)) })
}
