import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'

/**
 * Guarantees of this module:
 * - Coins are charged with the task, image by image, each under its own key: nothing is charged twice, and what cannot
 *   be generated is refunded once, whether by a failure, a cancel or the deadline.
 * - An image that was shown stays: it is stored with the row that names it, and neither a cancel nor a crash removes
 *   it.
 * - Every task ends once, at most ten minutes after it was created (UPS-09); later results are dropped.
 * - Progress is the share of finished images, and within an image what its provider reports.
 * - The first face that is kept for a draft, or for a card without a portrait, is free. Nothing is charged for a face
 *   unless the person was told so before.
 * - Images show adults, dressed: other prompts are rejected before anything is charged (B1, B2, B6). People under 18
 *   or of unknown age cannot order any (A5).
 * - Every image is marked as AI-generated in its file (H3).
 * - Lock order: person, task, ledger. No provider is called inside a transaction.
 */

/** A task that is not done after this time ends, and missing images are refunded. */
export const DEADLINE_MS = 10 * MINUTE_MS

/** How often a provider is called for one image after transient faults. */
export const MAX_ATTEMPTS = 3

/** The delay between two attempts when the provider gives none: 2 s, 8 s. */
export const retryDelayMs = (tries: number): number => 2_000 * 4 ** (tries - 1)

/** The longest delay, whatever the provider asks for. */
export const MAX_RETRY_DELAY_MS = MINUTE_MS

export const TASKS_PER_HOUR = { max: 60, windowMs: HOUR_MS }
export const POLLS_PER_MINUTE = { max: 240, windowMs: MINUTE_MS }

/** Progress within an image is stored and published at most this often. */
export const PROGRESS_INTERVAL_MS = 1_000
