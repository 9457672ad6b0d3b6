import { LIMITS } from '@everkin/contract/limits.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type Limit, tooManyRequests } from '../../platform/http/rate-limit.ts'
import { type CountedBy, type CountedRows, selectNthNewest } from './sign-in-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Limits on sending codes (AUTH-04) and on wrong guesses (AUTH-01); counted in the database, for all processes. */
export const SEND_LIMITS = {
  email_hash: [
    { most: 1, windowMs: LIMITS.codeResendMs },
    { most: 5, windowMs: HOUR_MS },
    { most: 10, windowMs: DAY_MS },
  ],
  network_hash: [{ most: 20, windowMs: HOUR_MS }],
} as const satisfies Record<CountedBy, readonly Limit[]>

export const FAILURE_LIMITS = {
  email_hash: [{ most: 10, windowMs: HOUR_MS }],
  network_hash: [{ most: 100, windowMs: HOUR_MS }],
} as const satisfies Record<CountedBy, readonly Limit[]>

/** How long rows are kept for the longest of these windows. */
export const KEPT_FOR_MS = { codes: DAY_MS, failures: HOUR_MS } as const

/**
 * Lets this pass while every limit holds for both hashes.
 * @throws AppError TooManyRequests with the longest of the waits in `retry_after`.
 */
export async function checkLimits(
  tx: Queryable,
  rows: CountedRows,
  limits: Record<CountedBy, readonly Limit[]>,
  hashes: Record<CountedBy, Uint8Array>,
  now: Date,
): Promise<void> {
  let waitMs = 0
  for (const by of ['email_hash', 'network_hash'] as const) {
    for (const { most, windowMs } of limits[by]) {
      const since = new Date(now.getTime() - windowMs)
      const nth = await selectNthNewest(tx, { rows, by, hash: hashes[by], most, since })
      if (nth) waitMs = Math.max(waitMs, nth.getTime() + windowMs - now.getTime())
    }
  }
  if (waitMs > 0) throw tooManyRequests(waitMs)
}
