import { truncateText } from '@everkin/contract/truncate-text.ts'
import { isCrisisText } from '../safety/module.ts'

/**
 * Guarantees of this module:
 * - A chat is a tree of messages. Exactly one path from a root is active: the one found by walking up from the leaf.
 * - `seq` numbers the messages of a chat in the order they were created, from 1. A number is never reused. Along a path
 *   `seq` only grows.
 * - `rev` grows by one with every change. It is taken under the chat's row lock, in the transaction of the change.
 * - An acknowledged message is committed. The same `client_id` is stored once (DUR-04).
 * - Every reply ends as complete, stopped or failed. A reply without visible text costs nothing.
 */

/** Number of characters of the newest message that a chat list shows. */
export const PREVIEW_LENGTH = 200

/**
 * The beginning of a text for the chat list, with “…” where it is cut. Never cuts a character in half. Empty for a
 * crisis message, which the list never quotes.
 */
export function previewOf(text: string): string {
  if (isCrisisText(text)) return ''
  if (text.length <= PREVIEW_LENGTH) return text
  const cut = truncateText(text, PREVIEW_LENGTH - 1)
  return `${cut.trimEnd()}…`
}

/** How often the text of a reply is saved while it is written (DUR-03: at most 500 ms of it can be lost). */
export const CHECKPOINT_MS = 500

/** How long a process owns a reply without renewing its lease. A lapsed lease belongs to a process that died. */
export const LEASE_MS = 4_000

/** How often a process renews its leases. */
export const LEASE_RENEW_MS = 1_000

/** The length of a reply in tokens where no preset sets one. */
export const REPLY_TOKENS = 700
