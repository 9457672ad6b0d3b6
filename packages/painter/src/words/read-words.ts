import { fold } from './fold.ts'
import { LANGUAGES, type Language } from './tables.ts'
import type { Part, WordTable } from './word-table.ts'

/** A description as the words in it are looked up: folded, once with spaces round its words, once as it stands. */
export interface FoldedText {
  spaced: string
  whole: string
  /** the tables in which its words are looked up */
  tables: readonly Partial<WordTable>[]
}

const NO_SPACES_BETWEEN_WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** A text as words are looked up in it; no more than the first 4,000 letters count. */
export function foldText(text: string): FoldedText {
  const whole = fold(text.slice(0, 4_000))
  const folded = { spaced: ` ${whole.replace(/[^\p{L}\p{N}-]+/gu, ' ')} `, whole, tables: [] }
  const latin = LANGUAGES.filter(({ small }) => small !== null)
  const votes = latin.map((language) => votesFor(folded, language))
  const best = latin[votes.indexOf(Math.max(...votes))]
  // One language in Latin letters: the French word for an oven is an English number. Other scripts cannot be mistaken.
  const others = LANGUAGES.filter(({ small }) => small === null)
  return { ...folded, tables: [...(best ? [best] : []), ...others].map(({ table }) => table) }
}

/** How much speaks for a language: its small words count most. */
function votesFor(text: FoldedText, { table, small }: Language): number {
  const words = Object.values(table).flatMap((values) => Object.values(values) as (readonly string[])[])
  const named = words.filter((forms) => has(text, forms)).length
  return named + 2 * (small ?? []).filter((word) => text.spaced.includes(` ${word} `)).length
}

/** Whether one of the words stands in the text: whole words, or anywhere in scripts that leave no spaces. */
export function has(text: FoldedText, words: readonly string[]): boolean {
  return words.some((word) => placeOf(text, word) >= 0)
}

function placeOf(text: FoldedText, word: string): number {
  const writing = writingOf(word)
  if (writing === 'joined') return text.whole.indexOf(word)
  const at = text.spaced.indexOf(` ${word} `)
  // The Arabic article and the words for "and" and "with" are written together with the word.
  if (at >= 0 || writing !== 'arabic') return at
  return ['ال', 'و', 'وال', 'ب', 'بال'].reduce((found, prefix) => {
    return found >= 0 ? found : text.spaced.indexOf(` ${prefix}${word} `)
  }, -1)
}

type Writing = 'spaced' | 'joined' | 'arabic'
/** Of the words in the tables, of which there are some thousands. */
const known = new Map<string, Writing>()

function writingOf(word: string): Writing {
  const kept = known.get(word)
  if (kept) return kept
  const writing = NO_SPACES_BETWEEN_WORDS.test(word) ? 'joined' : /\p{Script=Arabic}/u.test(word) ? 'arabic' : 'spaced'
  known.set(word, writing)
  return writing
}

/** The value of a part that the text names first, in whichever language; null where it names none. */
export function find<Name extends Part>(text: FoldedText, part: Name): (keyof WordTable[Name] & string) | null {
  let best: { value: string; at: number; length: number } | null = null
  for (const table of text.tables) {
    const entries = Object.entries(table[part] ?? {}) as [string, readonly string[]][]
    for (const [value, words] of entries) {
      for (const word of words) {
        const at = placeOf(text, word)
        if (at < 0) continue
        // Of two that begin at the same place the longer one says more.
        if (!best || at < best.at || (at === best.at && word.length > best.length))
          best = { value, at, length: word.length }
      }
    }
  }
  return best?.value as (keyof WordTable[Name] & string) | null
}
