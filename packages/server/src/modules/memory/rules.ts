/**
 * Promises of this domain:
 * - Nothing here delays or fails a reply: what is not at hand in time is left out, what is to be made is made later.
 * - A chat of which nothing is remembered, and all of which fits, asks the database nothing more for a reply.
 * - A fact counts while its message is on the active path; a summary while the last message it covers is.
 * - What is forgotten is out of every prompt from then on: the fact, what was made out of it, its embedding, the
 *   summaries that could tell it, and its message among the passages. After ten minutes its words are gone for good.
 * - Memory is screened like any text (B6), and what is said in distress is never kept in it (C5).
 */

/** Messages of a passage, and the tokens above which it is full before that. */
export const PASSAGE_MESSAGES = 4
export const PASSAGE_TOKENS = 260

/** The newest messages are left for later: they are in the prompt, and may still be edited or said anew. */
export const NEWEST_EXCLUDED = 6

/** As soon as this many messages are about to leave the prompt and have not been read, they are. */
export const MIN_UNREAD_MESSAGES = 8

/** So many of the oldest messages in a prompt are about to leave it. */
export const READ_AHEAD_MESSAGES = 16

/** Messages of which a model reads at most this many, and this much, at a time. */
export const SUMMARY_BATCH_MESSAGES = 24
export const SUMMARY_BATCH_TOKENS = 2_400

/** Versions of the summary that are kept, for paths that were left and for what replies were written from. */
export const RETAINED_SUMMARY_VERSIONS = 20

/** A text that has this share of a forgotten fact's words tells the same. */
export const SAME_FACT_OVERLAP = 0.8

/** A model notes facts up to this many in a chat; what is left of the limit is the person's own. */
export const MAX_MODEL_FACTS = 400
