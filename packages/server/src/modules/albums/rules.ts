/**
 * The promises of albums:
 * - A locked item is a blurred thumbnail, made by the server from at most 24 × 32 pixels; not a byte of the file
 *   behind it is sent before it is unlocked (AZ-04).
 * - An item is unlocked once and permanently, at the server's current price, and never charged twice, whatever is
 *   repeated or sent at once (WAL-02). What cannot be delivered is not charged, or is refunded.
 * - A person who has paid keeps the item, even when its creator removes it from the album, locks it again, or deletes
 *   the card. Only when the creator's account is erased is it deleted with the rest of their data (D2).
 * - For 24 hours after a crisis nothing is offered: no price is shown and nothing can be unlocked (C3). People under
 *   18 see no album and can unlock nothing.
 */
import { LIMITS } from '@everkin/contract/limits.ts'

/** The most items attached to one reply. */
export const MAX_ITEMS_PER_REPLY = 1

export const MAX_CAPTION_LENGTH = LIMITS.captionLength
