import { HOUR_MS } from '../../platform/durations.ts'
/*
 * Guarantees of this module:
 * - Only its creator changes, deletes or sees the versions of a card; to others its id is unknown.
 * - A client can set the editable fields of a card and nothing else: counters, ids, creator and dates in the input are
 *   ignored.
 * - Every text of a card is screened at every save, also when restoring and duplicating (B6). A hit that is always
 *   blocked stores nothing (1011). A card without an age of 18 or more, or whose texts contradict it, is stored as a
 *   private draft that nobody can talk with (B5); so is one that brings minors near adult content.
 * - Cards that an older version of the rules has judged are read again in the background, and so are the groups of a
 *   renamed character, with the same outcome as a save.
 * - A public card that passes is visible at once; a doubtful one waits for a moderator and is its creator's alone until
 *   then.
 * - A save is atomic: card, version, album, the imported file and the draft are stored together. The same save with the
 *   same key creates nothing more.
 * - Old versions are never changed; restoring creates a new one. The newest LIMITS.cardVersions are kept.
 * - Drafts are their creator's alone and are never shown, screened or talked with before they are saved.
 * - A test reply is moderated like any reply, is not stored, and costs nothing but its share of the daily limit.
 */

/** Saves of cards that others can see (RATE-01). */
export const SAVE_LIMIT = { max: 30, windowMs: HOUR_MS }
/** Saves of private cards: someone may move in with hundreds. The room for cards limits the rest. */
export const PRIVATE_SAVE_LIMIT = { max: 600, windowMs: HOUR_MS }
export const DRAFT_SAVE_LIMIT = { max: 1_200, windowMs: HOUR_MS }
export const GENERATION_LIMIT = { max: 20, windowMs: HOUR_MS }
export const REPLY_PREVIEW_LIMIT = { max: 40, windowMs: 24 * HOUR_MS }
export const LOREBOOK_PREVIEW_LIMIT = { max: 600, windowMs: HOUR_MS }
