import { MAX_WORD_LENGTH, splitIntoRuns, stripArabicArticle } from '@everkin/recall'

/** One word or run that a message must contain. */
export interface SearchQuery {
  /** Folded, as it must occur in the text. */
  run: string
  /** In a script without spaces: it may occur anywhere, not only as a whole word. */
  isUnspaced: boolean
  /** Any word with this prefix matches: the reader may still be typing. */
  isBeginning: boolean
  /** The terms that the index must contain: all of `terms`, or any of `instead`. */
  terms: readonly string[]
  instead: readonly string[]
}

const MAX_RUNS = 8
/** Shorter prefixes would match almost everywhere. */
const MIN_PREFIX_LENGTH = 2

/** Parses a search query: every word of it, the last one also as a prefix; empty for a query without letters. */
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
