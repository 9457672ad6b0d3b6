import type { LoreBook, LoreKey, OpenKey } from './lore-book.ts'
import { type GrowingIndex, indexKeys, type KeyIndex, type KeyToIndex } from './lore-keys.ts'
import { createPatternCompiler } from './lore-regex.ts'
import { compileTemplate } from './macros.ts'

/** For all entries together; further keys never match. */
const MAX_BOOK_KEYS = 20_000
/** Every prompt indexes them again. */
const MAX_OPEN_KEYS = 200
/** In all entries together; further entries with macros never match. A prompt renders half as many. */
const MAX_BOOK_MACROS = 20_000

/** How the keys of one entry are found. */
interface KeyOptions {
  isCaseSensitive: boolean
  isWhole: boolean
  isTracked: boolean
}

/** The keys of one book, as its entries are read. */
export interface LoreKeyIndex {
  plain(word: string, options: KeyOptions): LoreKey
  pattern(word: string, isCaseSensitive: boolean): LoreKey
  /** Whether the book may contain the macros of this text too. */
  takeMacros(text: string): boolean
  finish(): Pick<LoreBook, 'indexes' | 'keyCount' | 'openKeys'>
  /** The indexes of tracked entries alone. */
  finishTracked(): KeyIndex[]
}

export function createLoreKeyIndex(): LoreKeyIndex {
  const all = createIndexPair()
  const tracked = createIndexPair()
  const openKeys: OpenKey[] = []
  const compile = createPatternCompiler()
  let count = 0
  let macrosLeft = MAX_BOOK_MACROS
  return {
    plain(word, options) {
      if (count >= MAX_BOOK_KEYS) return { word, id: null, regex: null }
      const { isCaseSensitive, isWhole } = options
      const id = count++
      if (!hasMacro(word)) {
        all.add({ id, text: word, isWhole }, isCaseSensitive)
        if (options.isTracked) tracked.add({ id, text: word, isWhole }, isCaseSensitive)
      } else if (openKeys.length < MAX_OPEN_KEYS)
        openKeys.push({ id, text: compileTemplate(word), isCaseSensitive, isWhole })
      return { word, id, regex: null }
    },
    pattern: (word, isCaseSensitive) => ({ word, id: null, regex: compile(word, isCaseSensitive) }),
    takeMacros(text) {
      macrosLeft -= text.split('{{').length - 1
      return macrosLeft >= 0 || !text.includes('{{')
    },
    finish: () => ({ indexes: all.list(), keyCount: count, openKeys }),
    finishTracked: () => tracked.list(),
  }
}

/** An index of the keys that differ by case, and one of the others. */
function createIndexPair() {
  const indexes = new Map<boolean, GrowingIndex>()
  return {
    add(key: KeyToIndex, isCaseSensitive: boolean) {
      const index = indexes.get(isCaseSensitive) ?? indexKeys([], isCaseSensitive)
      indexes.set(isCaseSensitive, index)
      index.add(key)
    },
    list: () => [...indexes.values()],
  }
}

function hasMacro(word: string): boolean {
  return word.includes('{{') || /<(?:user|char|bot)>/i.test(word)
}
