import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
/**
 * Guarantees of this module:
 * - Three different suggestions are returned whenever the chat is open, whatever the model says or however it fails.
 * - They cost nothing, are stored nowhere, and are moderated like everything that a model writes (B7).
 * - They are put into the composer and never sent automatically: the message stays the person's own.
 */

/** In the order in which they are requested and shown. */
export const TONES = ['curious', 'bold', 'playful'] as const

/** Maximum length of a suggestion, in UTF-16 units; the model is asked for far less. */
export const MAX_SUGGESTION_LENGTH = 280

/** How long a model may take before built-in suggestions are returned; a reasoning model needs most of it. */
export const MODEL_TIMEOUT_MS = MINUTE_MS

/** Maximum tokens of the model's answer: three short lines, with room for numbers and quotes. */
export const MAX_ANSWER_TOKENS = 260

/** Fair use limit, since nothing is charged. */
export const LIMIT_PER_MINUTE = { max: 12, windowMs: MINUTE_MS }
export const LIMIT_PER_DAY = { max: 300, windowMs: DAY_MS }
