import { MAX_WORD_LENGTH, splitIntoRuns, stripArabicArticle } from '../../characters/module.ts'

/** One thing that a message must hold. */
export interface SearchQuery {
  /** Folded, as it must stand in the text. */
  run: string
  /** A script without spaces: it may stand anywhere, not only as a word. */
  isUnspaced: boolean
  /** Any word that begins with it will do: the reader may still be typing. */
  isBeginning: boolean
  /** What the index must hold for it: all of `terms`, or any of `instead`. */
  terms: readonly string[]
  instead: readonly string[]
}

const MAX_RUNS = 8
/** Shorter beginnings would be found almost everywhere. */
const MIN_PREFIX_LENGTH = 2

/** What a search asks for: every word of it, the last one also as a beginning; none for a query without letters. */
export function parseQuery(query: string): SearchQuery[] {
  const runs = splitIntoRuns(query).slice(0, MAX_RUNS)
  return runs.map(({ run, isUnspaced }, index) => {
    if (isUnspaced) return { run, isUnspaced, isBeginning: false, terms: pairsOf(run), instead: [] }
    const word = run.slice(0, MAX_WORD_LENGTH)
    const isLast = index === runs.length - 1 && !/\s$/.test(query)
    const bare = stripArabicArticle(word)
    return {
      run: word,
      isUnspaced,
      isBeginning: isLast && word.length >= MIN_PREFIX_LENGTH,
      terms: [word],
      instead: bare === null ? [] : [bare],
    }
  })
}

function pairsOf(run: string): string[] {
  const letters = [...run]
  const pairs = letters.slice(1).map((letter, index) => letters[index] + letter)
  return letters.length === 1 ? letters : [...new Set(pairs)].slice(0, MAX_RUNS * 2)
}
