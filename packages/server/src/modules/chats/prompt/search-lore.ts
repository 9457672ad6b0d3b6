import { LRUCache } from 'lru-cache'
import type { LoreBook, LoreEntry, LoreKey } from './lore-book.ts'
import { findKeys, foldForKeys, indexKeys, type KeyIndex, MAX_KEY_LOOKUPS, type SearchBudget } from './lore-keys.ts'
import { createRegexBudget, type RegexBudget } from './lore-regex.ts'
import { type MacroContext, renderTemplate } from './macros.ts'

/** A message of the active path, as lore sees it. */
export interface LoreMessage {
  text: string
  /** Empty for narration. */
  speaker: string
  /** Written by a character: the entries were matched again before it. */
  isReply: boolean
  /** Its number in the chat, by default its position. */
  seq?: number | undefined
}

const MAX_MESSAGE_CHARACTERS = 16_384
/** For all searched messages together, newest first: each is scanned for keys from end to end, once for each index. */
export const MAX_SCANNED_CHARACTERS = 131_072
const MAX_RECURSED_CHARACTERS = 65_536
const MAX_REGEX_CHARACTERS = 4096
const NEVER = 255

/** Where the keys of all books were found: how many messages back at the nearest, and whether in matched lore. */
export interface LoreEvidence {
  /** Whether an entry's key was found; in matched lore only where that counts for it. */
  isSeen(key: LoreKey, entry: LoreEntry, book: number, withRecursed: boolean): boolean
  /** Searches a matched entry too. */
  recurse(text: string): void
}

/** Searches the newest messages, as deep as any entry of the books asks for. */
export function searchMessages(
  books: readonly LoreBook[],
  messages: readonly LoreMessage[],
  context: MacroContext,
): LoreEvidence {
  const searched = books.map((book) => ({
    book,
    nearest: new Uint8Array(book.keyCount).fill(NEVER),
    recursed: new Uint8Array(book.keyCount),
    indexes: [...book.indexes, ...openIndexes(book, context)],
  }))
  const depth = Math.min(messages.length, Math.max(0, ...books.map((book) => book.deepestScan)))
  const lookups = { left: MAX_KEY_LOOKUPS }
  const indexCount = searched.reduce((count, { indexes }) => count + indexes.length, 0)
  let charactersLeft = Math.floor(MAX_SCANNED_CHARACTERS / Math.max(1, indexCount))
  for (let back = 0; back < depth && charactersLeft > 0; back++) {
    const message = messages[messages.length - 1 - back]
    if (!message) break
    const text = message.text.slice(-Math.min(MAX_MESSAGE_CHARACTERS, charactersLeft))
    charactersLeft -= text.length
    const forms = createForms(text, message.speaker)
    for (const { book, nearest, indexes } of searched) {
      for (const index of indexes) {
        const see = (id: number) => {
          if (back < (nearest[id] ?? 0)) nearest[id] = back
        }
        findKeys(index, forms(index.isCaseSensitive, book.includesNames), see, lookups)
      }
    }
  }
  const recursion: SearchBudget = { left: MAX_KEY_LOOKUPS }
  const patterns = createPatternTexts(messages)
  const regexes: RegexBudget = createRegexBudget()
  let recursedText = ''
  return {
    isSeen(key, entry, at, withRecursed) {
      const of = searched[at]
      if (!of) return false
      const countsRecursed = withRecursed && of.book.isRecursive && !entry.ignoresRecursion
      if (key.regex) {
        const seen = patterns.of(entry.scanDepth, of.book.includesNames, countsRecursed ? recursedText : '')
        return regexes.test(key.regex, seen)
      }
      if (key.id === null) return false
      return (of.nearest[key.id] ?? NEVER) < entry.scanDepth || (countsRecursed && of.recursed[key.id] === 1)
    },
    recurse(text) {
      const remaining = MAX_RECURSED_CHARACTERS - recursedText.length
      if (remaining <= 0) return
      const seen = text.slice(0, remaining)
      recursedText += `\n${seen}`
      const forms = createForms(seen, '')
      for (const { book, recursed, indexes } of searched) {
        if (!book.isRecursive) continue
        const see = (id: number) => {
          recursed[id] = 1
        }
        for (const index of indexes) findKeys(index, forms(index.isCaseSensitive, false), see, recursion)
      }
    },
  }
}

/** A text as keys are compared with it, each form made at most once. */
export function createForms(text: string, speaker: string): (isCaseSensitive: boolean, withName: boolean) => string {
  const forms = new Map<string, string>()
  return (isCaseSensitive, withName) => {
    const isNamed = withName && speaker !== ''
    const key = `${isCaseSensitive}/${isNamed}`
    let form = forms.get(key)
    if (form === undefined) {
      form = foldForKeys(isNamed ? `${speaker}: ${text}` : text, isCaseSensitive)
      forms.set(key, form)
    }
    return form
  }
}

const openIndexCaches = new WeakMap<LoreBook, LRUCache<string, KeyIndex[]>>()
const OPEN_CACHE_SIZE = 50

/** The keys with macros, as they read in this chat. */
export function openIndexes(book: LoreBook, context: MacroContext): KeyIndex[] {
  if (book.openKeys.length === 0) return []
  const cache = openIndexCaches.get(book) ?? new LRUCache<string, KeyIndex[]>({ max: OPEN_CACHE_SIZE })
  openIndexCaches.set(book, cache)
  const expanded = book.openKeys.map((key) => ({ ...key, text: renderTemplate(key.text, context) }))
  const name = expanded.map(({ text }) => text).join('\n')
  const known = cache.get(name)
  if (known) return known
  const indexes = [false, true].flatMap((isCaseSensitive) => {
    const chosen = expanded.filter((key) => key.isCaseSensitive === isCaseSensitive)
    return chosen.length > 0 ? [indexKeys(chosen, isCaseSensitive)] : []
  })
  cache.set(name, indexes)
  return indexes
}

/** The end of the messages and of the matched entries, which regular expressions are searched in. */
function createPatternTexts(messages: readonly LoreMessage[]) {
  const known = new Map<string, string>()
  return {
    of(depth: number, withNames: boolean, recursedText: string): string {
      const key = `${depth}/${withNames}/${recursedText.length}`
      let text = known.get(key)
      if (text === undefined) {
        text = recursedText.slice(-MAX_REGEX_CHARACTERS)
        for (let back = 0; back < Math.min(depth, messages.length) && text.length < MAX_REGEX_CHARACTERS; back++) {
          const message = messages[messages.length - 1 - back]
          if (!message) break
          const end = message.text.slice(-MAX_REGEX_CHARACTERS)
          const line = withNames && message.speaker !== '' ? `${message.speaker}: ${end}` : end
          text = back === 0 ? `${line}${text}` : `${line}\n${text}`
        }
        text = text.slice(-MAX_REGEX_CHARACTERS)
        known.set(key, text)
      }
      return text
    },
  }
}
