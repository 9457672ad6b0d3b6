import { readPattern } from '@everkin/card-formats'
import { RE2JS } from 're2js'
import { threadCpuMs } from '../../../platform/event-loop.ts'
import { estimateRegexSize } from './regex-size.ts'

export interface LoreRegex {
  compiled: RE2JS
  /** Size of its compiled program. Multiplied by the text length it gives the cost of a search. */
  size: number
}

const MAX_REGEXES = 500
const MAX_REGEX_SIZE = 500
/** For all patterns together: compiling them takes some 50 ms. */
const MAX_BOOK_REGEX_SIZE = 20_000

/**
 * Compiles the user-written patterns of one book. They run in linear time (RDS-01). Null for one that does not compile
 * or is over the budget of the book; it matches nothing.
 */
export function createPatternCompiler(): (pattern: string, isCaseSensitive: boolean) => LoreRegex | null {
  let regexesLeft = MAX_REGEXES
  let sizeLeft = MAX_BOOK_REGEX_SIZE
  return (pattern, isCaseSensitive) => {
    if (regexesLeft-- <= 0) return null
    const { body, flags } = readPattern(pattern)
    const size = estimateRegexSize(body)
    if (size > MAX_REGEX_SIZE || size > sizeLeft) return null
    sizeLeft -= size
    const ignoresCase = !isCaseSensitive || flags.includes('i')
    try {
      const compiled = RE2JS.compile(
        body,
        (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0) |
          (flags.includes('s') ? RE2JS.DOTALL : 0) |
          (flags.includes('m') ? RE2JS.MULTILINE : 0),
      )
      return { compiled, size: compiled.programSize() }
    } catch {
      return null
    }
  }
}

/** Runs user-written patterns within the time that one prompt may spend on them. */
export interface RegexBudget {
  /** Whether the pattern matches the text, or as much of its end as a program of this size may read. */
  test(regex: LoreRegex, text: string): boolean
}

/** Program size times characters of one search. The slowest programs need some 100 ns for each. */
const MAX_SEARCH_COST = 200_000
/**
 * Time limit for all searches of a prompt. Ordinary books need a tenth of it. The automaton's states are created while
 * it reads, so it is not known in advance which patterns are slow.
 */
const MAX_TIME_MS = 30

export function createRegexBudget(maxTimeMs = MAX_TIME_MS): RegexBudget {
  let spentMs = 0
  return {
    test({ compiled, size }, text) {
      if (spentMs > maxTimeMs) return false
      const seen = text.slice(-Math.max(1, Math.floor(MAX_SEARCH_COST / size)))
      const from = threadCpuMs()
      const isFound = compiled.test(seen)
      spentMs += threadCpuMs() - from
      return isFound
    },
  }
}
