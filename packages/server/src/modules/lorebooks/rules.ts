/*
 * Guarantees of this module:
 * - A person has at most LIMITS.lorebooks, each no larger than a card and with no more entries than a card's book.
 * - Only its owner reads, changes, uses or exports one; someone else's id counts as missing.
 * - Every text is screened before it is stored, as in a card, and none may say that the character or the person is
 *   under 18 (B1, B5, B6).
 * - Unknown keys of other programs are kept and exported again.
 * - Its bytes count towards the person's storage (UPL-08).
 * - Deleting one deletes no chat; a reply under way may still be written with it.
 */
import { HOUR_MS } from '../../platform/durations.ts'

export const SAVE_LIMIT = { max: 200, windowMs: HOUR_MS }
/** The deepest nesting of a book. */
export const MAX_DEPTH = 64
