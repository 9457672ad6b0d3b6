import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
/**
 * What pictures made to order promise.
 *
 * - Coins are taken with the task that they are for, picture by picture, each under a key of its own: nothing is
 *   charged twice, and what can not be made is given back once, whoever finds out (a failure, a cancel, the deadline).
 * - A picture that was shown stays: it is stored with the row that names it, and neither a cancel nor a crash takes it.
 * - Every task ends once, ten minutes after it was asked for at the latest (UPS-09); what comes later is dropped.
 * - Progress is what is done, and within a picture what its provider tells.
 * - Pictures show adults, dressed: words that ask for anything else are refused before anything is taken (B1, B2, B6).
 *   Nobody under 18, or whose age is unknown, orders any (A5).
 * - Every picture carries the mark of its making in its file (H3).
 * - Locks: person, task, ledger. No provider is called inside a transaction.
 */

/** A task that has not ended by then ends, and what is missing is given back. */
export const DEADLINE_MS = 10 * MINUTE_MS

/** How often a provider is asked for one picture when the fault may pass. */
export const MAX_ATTEMPTS = 3

/** Between two of them, where the provider does not say: 2 s, 8 s. */
export const retryDelayMs = (tries: number): number => 2_000 * 4 ** (tries - 1)

/** Longer than this a provider is not waited for, whatever it asks. */
export const MAX_RETRY_DELAY_MS = MINUTE_MS

export const TASKS_PER_HOUR = { max: 60, windowMs: HOUR_MS }
export const POLLS_PER_MINUTE = { max: 240, windowMs: MINUTE_MS }

/** Progress within a picture is written down and told at most so often. */
export const PROGRESS_INTERVAL_MS = 1_000
