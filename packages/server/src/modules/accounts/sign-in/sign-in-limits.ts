import { LIMITS } from '@everkin/contract/limits.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { type RateLimit, tooManyRequests } from '../../../platform/http/rate-limit.ts'
import { type CountedBy, type CountedRows, selectNthNewest } from './sign-in-store.ts'

/** Limits on sending codes (AUTH-04) and on wrong guesses (AUTH-01), counted in the database for all processes. */
export const SEND_LIMITS = {
  email_hash: [
    { max: 1, windowMs: LIMITS.codeResendMs },
    { max: 5, windowMs: HOUR_MS },
    { max: 10, windowMs: DAY_MS },
  ],
  network_hash: [{ max: 20, windowMs: HOUR_MS }],
} as const satisfies Record<CountedBy, readonly RateLimit[]>

export const FAILURE_LIMITS = {
  email_hash: [{ max: 10, windowMs: HOUR_MS }],
  network_hash: [{ max: 100, windowMs: HOUR_MS }],
} as const satisfies Record<CountedBy, readonly RateLimit[]>

/** How long rows are kept, for the longest of these windows. */
export const RETENTION_MS = { codes: DAY_MS, failures: HOUR_MS } as const

/**
 * Passes while both hashes are within every limit.
 * @throws AppError TooManyRequests with the longest wait in `retry_after`.
 */
export async function assertWithinLimits(
  tx: Transaction,
  rows: CountedRows,
  limits: Record<CountedBy, readonly RateLimit[]>,
  hashes: Record<CountedBy, Uint8Array>,
  now: Date,
): Promise<void> {
  let waitMs = 0
  for (const by of ['email_hash', 'network_hash'] as const) {
    for (const { max, windowMs } of limits[by]) {
      const since = new Date(now.getTime() - windowMs)
      const nth = await selectNthNewest(tx, { rows, by, hash: hashes[by], most: max, since })
      if (nth) waitMs = Math.max(waitMs, nth.getTime() + windowMs - now.getTime())
    }
  }
  if (waitMs > 0) throw tooManyRequests(waitMs)
}
