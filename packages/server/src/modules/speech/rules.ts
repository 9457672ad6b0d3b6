import { MINUTE_MS } from '../../platform/durations.ts'
/**
 * Promises of this domain:
 * - A message is heard by those alone who may read it: its chat's person, by session or by a link that was made for
 *   this person and this message a few minutes ago.
 * - Sound leaves as it is made. Whoever leaves ends the work; nobody takes more than their share of it.
 * - What is generated says so in the file itself, where machines look, and beside the player, where people do [H3].
 */

/** Longest text that is spoken, in UTF-16 units: some twelve minutes. */
export const MAX_SPOKEN_LENGTH = 10_000

/** How long a link to a message's audio is good. */
export const AUDIO_LINK_LIFETIME_MS = 5 * MINUTE_MS

/** Messages that one person, and one process, may be speaking at a time; a sentence of each is made in turn. */
export const MAX_CONCURRENT_SPEECH = { person: 3, process: 64 }

/** Fair use, since nothing is charged. */
export const LIMIT_PER_MINUTE = { max: 30, windowMs: MINUTE_MS }
