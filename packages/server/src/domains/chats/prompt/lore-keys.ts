/**
 * Finds many keys in a text at once. Keys and text are compared in NFKC and case-folded. In scripts with spaces a key
 * matches whole words; in scripts without (Han, kana, Hangul with its particles, Thai, Lao, Khmer, Burmese) it matches
 * anywhere. One pass over the text, whatever the number of keys.
 */
export interface KeyIndex {
  /** Keys by their first word, or first character in scripts without spaces. */
  readonly byHead: ReadonlyMap<string, readonly Key[]>
  /** Keys without a letter or digit, such as emoji. */
  readonly symbols: readonly Key[]
  readonly isCaseSensitive: boolean
}

interface Key {
  id: number
  text: string
  /** How far into the key its head begins. */
  lead: number
  endsInWord: boolean
}

const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー々'
const WORD = new RegExp(`[${UNSPACED}]|[[\\p{L}\\p{M}\\p{N}_]--[${UNSPACED}]]+`, 'gv')
const WORD_CHARACTER = new RegExp(`^[[\\p{L}\\p{M}\\p{N}_]--[${UNSPACED}]]`, 'v')
/** Conjunctions, prepositions and the article are written on to an Arabic word. */
const ARABIC_PREFIX = /^[وفبكل]?(?:ال|لل)?/

/** The form in which keys and texts are compared. */
export function foldForKeys(text: string, isCaseSensitive: boolean): string {
  const composed = text.normalize('NFKC')
  // By way of capitals, so that ß and ss, ς and σ meet.
  return isCaseSensitive ? composed : composed.toUpperCase().toLowerCase()
}

export function indexKeys(keys: readonly { id: number; text: string }[], isCaseSensitive: boolean): KeyIndex {
  const byHead = new Map<string, Key[]>()
  const symbols: Key[] = []
  for (const { id, text: written } of keys) {
    const text = foldForKeys(written.trim(), isCaseSensitive)
    if (text === '') continue
    WORD.lastIndex = 0
    const head = WORD.exec(text)
    const key: Key = { id, text, lead: head?.index ?? 0, endsInWord: WORD_CHARACTER.test(lastCharacter(text)) }
    if (!head) symbols.push(key)
    else {
      const others = byHead.get(head[0])
      if (others) others.push(key)
      else byHead.set(head[0], [key])
    }
  }
  return { byHead, symbols, isCaseSensitive }
}

/** Calls `found` with the id of every key that `text`, already folded, holds; an id may come more than once. */
export function findKeys(index: KeyIndex, text: string, found: (id: number) => void): void {
  for (const key of index.symbols) if (text.includes(key.text)) found(key.id)
  if (index.byHead.size === 0) return
  WORD.lastIndex = 0
  for (let word = WORD.exec(text); word; word = WORD.exec(text)) {
    visit(index, text, word[0], word.index, found)
    const first = word[0].charCodeAt(0)
    if (first >= 0x600 && first < 0x700) visitArabic(index, text, word[0], word.index, found)
  }
}

function visit(index: KeyIndex, text: string, head: string, at: number, found: (id: number) => void): void {
  const keys = index.byHead.get(head)
  if (!keys) return
  for (const key of keys) {
    const begin = at - key.lead
    if (begin < 0 || !text.startsWith(key.text, begin)) continue
    const rest = text.slice(begin + key.text.length, begin + key.text.length + 2)
    if (!key.endsInWord || !WORD_CHARACTER.test(rest)) found(key.id)
  }
}

function visitArabic(index: KeyIndex, text: string, word: string, at: number, found: (id: number) => void): void {
  const longest = ARABIC_PREFIX.exec(word)?.[0].length ?? 0
  for (let length = 1; length <= longest && length < word.length - 1; length++) {
    visit(index, text, word.slice(length), at + length, found)
  }
}

function lastCharacter(text: string): string {
  return [...text.slice(-2)].at(-1) ?? ''
}
