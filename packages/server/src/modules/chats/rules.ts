import { isCrisisText } from '../safety/module.ts'

/**
 * Promises of this domain:
 * - A chat is a tree of messages; exactly one path from a root is active: what is found by walking up from the leaf.
 * - `seq` numbers a chat's messages in the order they were made, from 1, never reused; along a path it only grows.
 * - `rev` grows by one with every change and is taken under the chat's row lock, in the transaction that changes.
 * - An acknowledged message is committed; the same `client_id` is stored once (DUR-04).
 * - Every reply ends complete, stopped or failed; one without visible text costs nothing.
 */

/** Where a message stands in its tree: its depth (1 at a root) and a skip pointer to one of its ancestors. */
export interface TreePlace {
  seq: number
  depth: number
  jumpSeq: number
  jumpDepth: number
}

/** Characters of the newest message that a chat list shows. */
export const PREVIEW_LENGTH = 200

/**
 * The beginning of a text for the chat list, never cutting a character in half. Empty for a crisis message, which the
 * list never quotes.
 */
export function previewOf(text: string): string {
  if (isCrisisText(text)) return ''
  if (text.length <= PREVIEW_LENGTH) return text
  const cut = text.slice(0, PREVIEW_LENGTH)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** While a reply is written: its text is saved this often (DUR-03: at most 500 ms of it can be lost). */
export const CHECKPOINT_MS = 500

/** A process renews the lease on its replies this often; one that lapsed belongs to a process that died. */
export const LEASE_MS = 4_000
export const LEASE_RENEW_MS = 1_000

/** Tokens that a reply may have. */
export const REPLY_TOKENS = 700
