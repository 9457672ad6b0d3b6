import { MINUTE_MS } from '../../platform/durations.ts'

/**
 * Guarantees of this module:
 * - A message can be heard only by a person who may read it: the chat's person, by session or by a link that was made
 *   for this person and this message a few minutes ago.
 * - Audio is streamed as it is generated. When the listener disconnects, generation stops. One person can use only a
 *   limited part of it at a time.
 * - Generated audio is marked as such in the file itself, for machines, and beside the player, for people (H3).
 */

/** The longest text that is spoken, in UTF-16 units: about twelve minutes of audio. */
export const MAX_SPOKEN_LENGTH = 10_000

/** How long a link to a message's audio is valid. */
export const AUDIO_LINK_LIFETIME_MS = 5 * MINUTE_MS

/** Messages that are spoken at the same time, for one person and in one process. */
export const MAX_CONCURRENT_SPEECH = { person: 3, process: 64 }

/** Fair use, since speech is free of charge. */
export const SPEECH_PER_MINUTE = { max: 30, windowMs: MINUTE_MS }
