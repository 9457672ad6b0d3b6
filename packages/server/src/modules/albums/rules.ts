/**
 * What albums promise:
 * - What is locked is a blurred thumbnail, made by the server from 24 × 32 pixels at most; not a byte of the file behind
 *   it reaches anybody before it is unlocked (AZ-04).
 * - An item is unlocked once, for ever, for the price that the server has at that time, and never charged twice, whatever
 *   is repeated or sent at once (WAL-02). What can not be delivered is not charged, or given back.
 * - Who has paid keeps it: also when its maker takes it out of the album, locks it again, or deletes the card. Only when
 *   the maker's account is erased does it go, with all else that was theirs (D2).
 * - For 24 hours after a crisis nothing is offered: no price is shown and nothing can be unlocked (C3). Who is under 18
 *   sees no album and can unlock nothing.
 */
import { LIMITS } from '@everkin/contract/limits.ts'

/** The most items that one reply brings along. */
export const MAX_ITEMS_PER_REPLY = 1

/** What a caption may be at most. */
export const MAX_CAPTION_LENGTH = LIMITS.captionLength
