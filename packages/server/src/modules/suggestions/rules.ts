import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
/**
 * Promises of this domain:
 * - Three suggestions come back whenever the chat may be talked in, all different, whatever the model says or fails at.
 * - They cost nothing, are stored nowhere, and are screened like anything that a model writes (B7).
 * - They are put into the composer and never sent: what is said stays the person's own.
 */

/** In the order in which they are asked for and shown. */
export const TONES = ['curious', 'bold', 'playful'] as const

export type Tone = (typeof TONES)[number]

/** Longest suggestion, in UTF-16 units; the model is asked for far less. */
export const MAX_SUGGESTION_LENGTH = 280

/** How long a model may take before the built-in ones are given; one that thinks first takes most of it. */
export const MODEL_TIMEOUT_MS = MINUTE_MS

/** Tokens of the model's answer: three short lines with room for those that number or quote them. */
export const MAX_ANSWER_TOKENS = 260

/** Fair use, since nothing is charged. */
export const LIMIT_PER_MINUTE = { max: 12, windowMs: MINUTE_MS }
export const LIMIT_PER_DAY = { max: 300, windowMs: DAY_MS }
