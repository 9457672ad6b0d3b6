/**
 * Finds many keys in a text at once. Keys and text are compared in NFKC and folded (`foldForKeys`). In scripts with spaces a key
 * matches whole words; in scripts without (Han, kana, Hangul with its particles, Thai, Lao, Khmer, Burmese) it matches
 * anywhere. One pass over the text, whatever the number of keys.
 */
export interface KeyIndex {
  /** Keys by their first word, or first character in scripts without spaces. */
  readonly byHead: ReadonlyMap<string, KeyGroup>
  /** Keys without a letter or digit, such as emoji, by their first code unit. */
  readonly symbols: ReadonlyMap<string, KeyGroup>
  /** Keys that match inside words too, by their first two code units. */
  readonly parts: ReadonlyMap<number, KeyGroup>
  readonly isCaseSensitive: boolean
}

/**
 * Keys with the same beginning. The number of look-ups depends on their different lengths, not on the number of keys.
 */
interface KeyGroup {
  /** By the part of the key from its head on. */
  readonly byTail: Map<string, Key[]>
  readonly lengths: number[]
}

interface Key {
  id: number
  /** The text before its head. */
  lead: string
  endsInWord: boolean
}

/**
 * The budget of a search: look-ups and matched keys together. Ordinary books need a small part of it. A book made to be
 * slow stops there, and keys later in the text are not found.
 */
export interface SearchBudget {
  left: number
}

export const MAX_KEY_LOOKUPS = 100_000

const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー々'
const WORD = new RegExp(`[${UNSPACED}]|[[\\p{L}\\p{M}\\p{N}_]--[${UNSPACED}]]+`, 'gv')
const WORD_CHARACTER = new RegExp(`^[[\\p{L}\\p{M}\\p{N}_]--[${UNSPACED}]]`, 'v')
/** Arabic attaches conjunctions, prepositions and the article to a word. */
const ARABIC_PREFIX = /^[وفبكل]?(?:ال|لل)?/

const ARABIC = /[\u0622-\u06ed]/
/** The ending of the indefinite accusative: the mark for it, and the alif before or after. */
const ARABIC_ACCUSATIVE = /(?:ا\u064b|\u064bا)(?!\p{L})/gu
/** Vowel marks and the tatweel. */
const ARABIC_MARKS = /[\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g

/** The form in which keys and texts are compared. Arabic vowel marks, and hamza signs on alif, make no difference. */
export function foldForKeys(text: string, isCaseSensitive: boolean): string {
  const composed = foldArabic(text.normalize('NFKC'))
  // Via upper case, so that ß matches ss, and ς matches σ.
  return isCaseSensitive ? composed : composed.toUpperCase().toLowerCase()
}

function foldArabic(text: string): string {
  if (!ARABIC.test(text)) return text
  return text
    .replace(ARABIC_ACCUSATIVE, '')
    .replace(ARABIC_MARKS, '')
    .replace(/[أإآٱ]/g, 'ا')
}

export interface KeyToIndex {
  id: number
  text: string
  /** False for one that matches inside words too. */
  isWhole?: boolean
}

/** An index of keys, which takes more of them by `add`. */
export interface GrowingIndex extends KeyIndex {
  add(key: KeyToIndex): void
}

export function indexKeys(keys: readonly KeyToIndex[], isCaseSensitive: boolean): GrowingIndex {
  const byHead = new Map<string, KeyGroup>()
  const symbols = new Map<string, KeyGroup>()
  const parts = new Map<number, KeyGroup>()
  const add = ({ id, text: written, isWhole = true }: KeyToIndex) => {
    const text = foldForKeys(written.trim(), isCaseSensitive)
    if (text === '') return
    if (!isWhole) return addTo(parts, headOfPart(text, 0, text.length), text, { id, lead: '', endsInWord: false })
    WORD.lastIndex = 0
    const head = WORD.exec(text)
    const lead = head?.index ?? 0
    const key: Key = { id, lead: text.slice(0, lead), endsInWord: WORD_CHARACTER.test(lastCharacter(text)) }
    if (head) addTo(byHead, head[0], text.slice(lead), key)
    else addTo(symbols, text.charAt(0), text, key)
  }
  for (const key of keys) add(key)
  return { byHead, symbols, parts, isCaseSensitive, add }
}

/** The first two code units, or the only one. */
function headOfPart(text: string, at: number, length: number): number {
  return text.charCodeAt(at) * 65_536 + (length > 1 ? text.charCodeAt(at + 1) : 0)
}

function addTo<Head>(groups: Map<Head, KeyGroup>, head: Head, tail: string, key: Key): void {
  let group = groups.get(head)
  if (!group) {
    group = { byTail: new Map(), lengths: [] }
    groups.set(head, group)
  }
  const alike = group.byTail.get(tail)
  if (alike) return void alike.push(key)
  group.byTail.set(tail, [key])
  if (!group.lengths.includes(tail.length)) group.lengths.push(tail.length)
}

/** A text that is searched, which is folded already. */
interface KeySearch {
  text: string
  found: (id: number) => void
  budget: SearchBudget
}

/** Calls `found` with the id of every key in `text`, which must be folded already. An id may come more than once. */
export function findKeys(
  index: KeyIndex,
  text: string,
  found: (id: number) => void,
  budget: SearchBudget = { left: MAX_KEY_LOOKUPS },
): void {
  const search = { text, found, budget }
  if (index.symbols.size > 0) {
    for (let at = 0; at < text.length && budget.left > 0; at++) {
      const group = index.symbols.get(text.charAt(at))
      if (group) visit(search, group, at)
    }
  }
  if (index.parts.size > 0) {
    for (let at = 0; at < text.length && budget.left > 0; at++) {
      const single = index.parts.get(headOfPart(text, at, 1))
      if (single) visit(search, single, at)
      const group = at + 1 < text.length ? index.parts.get(headOfPart(text, at, 2)) : undefined
      if (group) visit(search, group, at)
    }
  }
  if (index.byHead.size === 0) return
  WORD.lastIndex = 0
  for (let word = WORD.exec(text); word && budget.left > 0; word = WORD.exec(text)) {
    const group = index.byHead.get(word[0])
    if (group) visit(search, group, word.index)
    const first = word[0].charCodeAt(0)
    if (first >= 0x600 && first < 0x700) visitArabic(search, index, word[0], word.index)
  }
}

/** Compares the keys of a group with the text at `at`. */
function visit({ text, found, budget }: KeySearch, group: KeyGroup, at: number): void {
  budget.left -= group.lengths.length
  for (const length of group.lengths) {
    const keys = group.byTail.get(text.slice(at, at + length))
    if (!keys) continue
    const goesOn = WORD_CHARACTER.test(text.slice(at + length, at + length + 2))
    for (const key of keys) {
      if (--budget.left < 0) return
      if (key.lead !== '' && !text.endsWith(key.lead, at)) continue
      if (!key.endsInWord || !goesOn) found(key.id)
    }
  }
}

/** Compares the word at `at` without each prefix that it may have. */
function visitArabic(search: KeySearch, index: KeyIndex, word: string, at: number): void {
  const longest = ARABIC_PREFIX.exec(word)?.[0].length ?? 0
  for (let length = 1; length <= longest && length < word.length - 1; length++) {
    const group = index.byHead.get(word.slice(length))
    if (group) visit(search, group, at + length)
  }
}

function lastCharacter(text: string): string {
  return [...text.slice(-2)].at(-1) ?? ''
}
