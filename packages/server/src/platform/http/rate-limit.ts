import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'

/** At most `most` times within any `windowMs`. */
export interface Limit {
  most: number
  windowMs: number
}

/** Counts what is limited. Keys name the limit and who it is for; they hold hashes or ids, never mail addresses. */
export interface RateLimiter {
  /**
   * Counts one more.
   * @throws AppError TooManyRequests with `retry_after` seconds when that is one too many; then nothing is counted.
   */
  take(key: string, limit: Limit): void
}

/** Exact sliding windows in memory: the times of the last `most` takes are kept for each key (RATE-01). */
export function createRateLimiter(clock: Clock, enabled: boolean): RateLimiter {
  const times = new Map<string, { at: number[]; windowMs: number }>()
  let takesUntilSweep = 10_000

  const sweep = (now: number) => {
    for (const [key, entry] of times) if ((entry.at.at(-1) ?? 0) + entry.windowMs <= now) times.delete(key)
    takesUntilSweep = Math.max(10_000, times.size)
  }

  return {
    take(key, { most, windowMs }) {
      if (!enabled) return
      const now = clock.now().getTime()
      if (--takesUntilSweep <= 0) sweep(now)
      const entry = times.get(key) ?? { at: [], windowMs }
      times.set(key, entry)
      while (entry.at.length > 0 && entry.at[0]! <= now - windowMs) entry.at.shift()
      if (entry.at.length >= most) {
        const waitMs = most === 0 ? windowMs : entry.at[0]! + windowMs - now
        throw tooManyRequests(waitMs)
      }
      entry.at.push(now)
    },
  }
}

/** The error of a limit that was reached, with what is left to wait. */
export function tooManyRequests(waitMs: number): AppError {
  return new AppError('TooManyRequests', { retry_after: Math.max(1, Math.ceil(waitMs / 1000)) })
}
