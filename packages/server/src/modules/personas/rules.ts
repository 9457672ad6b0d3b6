/*
 * What personas promise:
 * - A person has at most LIMITS.personas of them, and at most one is the one that new chats begin with.
 * - Nobody but their owner reads, changes or uses one; somebody else's id is as one that is not there.
 * - Every text passes the rules before it is kept, and none may say that the person is under 18 (B1, B6).
 * - Deleting one deletes no chat: chats that have it go on under the nickname, and what was said stays.
 */
import { LIMITS } from '@everkin/contract/limits.ts'

/** Personas of one person. */
export const MAX_PERSONAS = LIMITS.personas
