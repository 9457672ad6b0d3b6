import { MINUTE_MS } from '../../platform/durations.ts'

/**
 * Guarantees of this module:
 * - Nothing here delays or fails a reply: memories that are not ready in time are left out, and new ones are made
 *   later.
 * - A chat without memories that fits its prompt costs no extra query for a reply.
 * - A fact counts while its message is on the active path; a summary counts while the last message it covers is.
 * - A forgotten fact is out of every prompt from then on: the fact, everything derived from it, its embedding, the
 *   summaries that could contain it, and its message in the passages. After ten minutes its text is purged. The newest
 *   1,000 forgotten facts of a chat are kept, as hashes of their words, so that they are not remembered again.
 * - What was remembered of a message is forgotten when its text is changed or it is hidden or deleted. Facts that the
 *   person has pinned or reworded survive a change of its text. What they had forgotten of it stays forgotten.
 * - Memory is moderated like any text (B6), and crisis messages are never stored in it (C5).
 */

/** Maximum messages of a passage, and the tokens at which it is full before that. */
export const PASSAGE_MESSAGES = 4
export const PASSAGE_TOKENS = 260

/** The newest messages are not ingested yet: they are in the prompt, and may still be edited or regenerated. */
export const NEWEST_EXCLUDED = 6

/** A summary is continued with at least this many unread messages. */
export const MIN_UNREAD_MESSAGES = 8

/** Maximum messages, and tokens, that a model reads at a time. */
export const SUMMARY_BATCH_MESSAGES = 24
export const SUMMARY_BATCH_TOKENS = 2_400

/** Number of summary versions to keep, for inactive paths and for receipts of replies. */
export const RETAINED_SUMMARY_VERSIONS = 20

/** A text that contains this share of a forgotten fact's words counts as the same fact. */
export const SAME_FACT_OVERLAP = 0.8

/** Forgotten facts of a chat that are kept. With the newest forgotten, the oldest are deleted. */
export const MAX_FORGOTTEN_FACTS = 1_000

/** A person's changes to the memory of their chats. */
export const SAVE_MEMORY_LIMIT = { max: 60, windowMs: MINUTE_MS }

/** The maximum number of facts that a model adds to a chat; the rest of the limit is for the person's own. */
export const MAX_MODEL_FACTS = 400
