/*
 * Guarantees of this module:
 * - A person has at most LIMITS.personas of them, and at most one is the default of new chats.
 * - Only its owner reads, changes or uses a persona; someone else's id counts as missing.
 * - Every text is moderated before it is stored, and none may say that the person is under 18 (B1, B6).
 * - Deleting one deletes no chat: its chats continue under the nickname, and their messages stay.
 */
import { LIMITS } from '@everkin/contract/limits.ts'

/** The maximum number of personas per person. */
export const MAX_PERSONAS = LIMITS.personas
