import { HOUR_MS } from '../../platform/durations.ts'
/*
 * What making promises:
 * - Nobody but its maker changes, deletes or sees the versions of a card; somebody else's id is as one that is not there.
 * - What comes from a client can set what may be written of a card and nothing else: counters, ids, maker and dates that
 *   come back are ignored.
 * - Every text of a card passes the rules at every save, also at restoring and duplicating (B6). A hit that is always
 *   blocked stores nothing (1011). A card without an age of 18 or more, or whose words contradict it, is kept as a
 *   private draft that nobody can talk with (B5); one that brings minors near adult content as well.
 * - A public card that passes is seen at once; a doubtful one waits for a person and is its maker's alone until then.
 * - A save is whole or has not happened: card, version, album, the file that it came from and the form that it was
 *   written in go together. The same save with the same key makes nothing more.
 * - Old versions are never changed; restoring makes a new one. The newest LIMITS.cardVersions are kept.
 * - Drafts of forms are their maker's alone and never shown, screened or talked with before they are saved.
 * - A test reply is screened like any reply, kept nowhere, and costs nothing but the day's share of them.
 */

/** RATE-01. */
export const SAVE_LIMIT = { max: 30, windowMs: HOUR_MS }
export const DRAFT_SAVE_LIMIT = { max: 1_200, windowMs: HOUR_MS }
export const GENERATION_LIMIT = { max: 20, windowMs: HOUR_MS }
export const REPLY_PREVIEW_LIMIT = { max: 40, windowMs: 24 * HOUR_MS }
export const LOREBOOK_PREVIEW_LIMIT = { max: 600, windowMs: HOUR_MS }

/** How long a save with its key is remembered. */
export const IDEMPOTENCY_RETENTION_MS = 24 * HOUR_MS
