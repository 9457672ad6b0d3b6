import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'

/** At most `max` times within any `windowMs`. */
export interface RateLimit {
  max: number
  windowMs: number
}

/** Counts rate-limited calls. Keys name the limit and its subject; they contain hashes or ids, never mail addresses. */
export interface RateLimiter {
  /**
   * Counts one call.
   * @throws AppError TooManyRequests with `retry_after` seconds when the limit is exceeded; then nothing is counted.
   */
  consume(key: string, limit: RateLimit): void
}

/** Exact sliding windows in memory: the times of the last `max` calls are kept for each key (RATE-01). */
export function createRateLimiter(clock: Clock, enabled: boolean): RateLimiter {
  const times = new Map<string, { at: number[]; windowMs: number }>()
  let callsUntilPurge = 10_000

  const purge = (now: number) => {
    for (const [key, entry] of times) if ((entry.at.at(-1) ?? 0) + entry.windowMs <= now) times.delete(key)
    callsUntilPurge = Math.max(10_000, times.size)
  }

  return {
    consume(key, { max, windowMs }) {
      if (!enabled) return
      const now = clock.now().getTime()
      if (--callsUntilPurge <= 0) purge(now)
      const entry = times.get(key) ?? { at: [], windowMs }
      times.set(key, entry)
      while (entry.at.length > 0 && entry.at[0]! <= now - windowMs) entry.at.shift()
      if (entry.at.length >= max) {
        const waitMs = max === 0 ? windowMs : entry.at[0]! + windowMs - now
        throw tooManyRequests(waitMs)
      }
      entry.at.push(now)
    },
  }
}

/** The error of an exceeded limit, with the remaining wait. */
export function tooManyRequests(waitMs: number): AppError {
  return new AppError('TooManyRequests', { retry_after: Math.max(1, Math.ceil(waitMs / 1000)) })
}
