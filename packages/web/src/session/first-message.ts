import { readTabItem, writeTabItem } from '../lib/tab-storage.ts'

const KEY = 'everkin-first-message'
const LIFETIME_MS = 30 * 60_000
const MAX_LENGTH = 2_000

/** A message written before there is a chat, and the character that it is for. */
interface FirstMessage {
  cardId: string
  text: string
  atMs: number
}

/**
 * Keeps what someone writes to a character on a page without a chat, until the chat has started: also over a sign-in,
 * for half an hour, in this tab only. It is never part of an address. The last one counts.
 */
export function saveFirstMessage(cardId: string, text: string, nowMs: number = Date.now()): void {
  // Not half of a surrogate pair. `truncateText` would cost every page its bytes.
  const words = text
    .trim()
    .slice(0, MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
  if (words === '') return forgetFirstMessage()
  writeTabItem(KEY, JSON.stringify({ cardId, text: words, atMs: nowMs } satisfies FirstMessage))
}

/** What was written to this card, once: it is removed by this call. Null for nothing, or for another card. */
export function takeFirstMessage(cardId: string, nowMs: number = Date.now()): string | null {
  const stored = readStored()
  if (stored?.cardId !== cardId) return null
  forgetFirstMessage()
  return nowMs - stored.atMs < LIFETIME_MS ? stored.text : null
}

/** Removes what was kept, as at signing out. */
export function forgetFirstMessage(): void {
  writeTabItem(KEY, null)
}

function readStored(): FirstMessage | null {
  try {
    const stored: unknown = JSON.parse(readTabItem(KEY))
    if (typeof stored !== 'object' || stored === null) return null
    const { cardId, text, atMs } = stored as Partial<FirstMessage> // each field is checked below
    if (typeof cardId !== 'string' || typeof text !== 'string' || typeof atMs !== 'number') return null
    return { cardId, text: text.slice(0, MAX_LENGTH), atMs }
  } catch {
    return null
  }
}
