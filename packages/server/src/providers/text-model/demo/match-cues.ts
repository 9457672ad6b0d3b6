import { normalizeForSearch } from '@everkin/recall'

/** Text in the form in which cues are searched. */
export interface PlainText {
  /** Lower case without accents, words between single blanks, a blank at both ends. */
  spaced: string
  /** The text without blanks, for scripts that use none. */
  joined: string
  /** Arabic words without article and attached particles; empty for other scripts. */
  bare: string
  /** Words; half the characters in a script without blanks. */
  length: number
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
const ARABIC = /\p{sc=Arabic}/u
/** Understanding looks at the beginning of a long message only. */
export const MAX_READ = 800

/** Folds text as search does; apostrophes separate words. */
export function fold(text: string): string {
  return normalizeForSearch(text.replace(/['’`´]/g, ' '))
}

export function toPlainText(text: string): PlainText {
  const words = fold(text.slice(0, MAX_READ))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  const joined = words.replaceAll(' ', '')
  return {
    spaced: ` ${words} `,
    joined,
    bare: ARABIC.test(words) ? ` ${words.split(' ').map(withoutParticles).join(' ')} ` : '',
    length: words === '' ? 0 : UNSPACED.test(words) ? Math.ceil(joined.length / 2) : words.split(' ').length,
  }
}

/** An Arabic word without “and”, “in”, “for”, “like” and the article before it. */
function withoutParticles(word: string): string {
  const bare = word.replace(/^[وف]?(?:لل|[بلك]?ال)(?=\p{L}{2})/u, '')
  return bare === word ? word.replace(/^[وفبلك](?=\p{L}{3})/u, '') : bare
}

type Cue = (text: PlainText) => boolean

const compiled = new Map<string, Cue>()

/** Compiles a cue: whole words, a trailing `*` for any ending, anywhere in scripts without blanks. */
function compileCue(cue: string): Cue {
  const { spaced, joined } = toPlainText(cue)
  if (joined === '') return () => false
  if (UNSPACED.test(joined)) return (text) => text.joined.includes(joined)
  const wanted = cue.endsWith('*') ? spaced.trimEnd() : spaced
  if (!ARABIC.test(joined)) return (text) => text.spaced.includes(wanted)
  const bare = ` ${spaced.trim().split(' ').map(withoutParticles).join(' ')}${cue.endsWith('*') ? '' : ' '}`
  return (text) => text.spaced.includes(wanted) || text.bare.includes(bare)
}

/** Whether a text contains a cue. Compiled cues are kept: they are data of the program, not of people. */
export function hasCue(text: PlainText, cue: string): boolean {
  let matches = compiled.get(cue)
  if (!matches) {
    matches = compileCue(cue)
    compiled.set(cue, matches)
  }
  return matches(text)
}

export function hasAnyCue(text: PlainText, cues: readonly string[]): boolean {
  return cues.some((cue) => hasCue(text, cue))
}

/** The length of the longest cue that a text contains; 0 for none. */
export function longestCue(text: PlainText, cues: readonly string[]): number {
  return cues.reduce((longest, cue) => (cue.length > longest && hasCue(text, cue) ? cue.length : longest), 0)
}

/**
 * The words of a text that carry meaning, shortened to a stem; pairs of characters in scripts without blanks.
 * @param stopWords folded words that carry none
 */
export function meaningfulTerms(text: string, stopWords: ReadonlySet<string>): Set<string> {
  const { spaced } = toPlainText(text)
  const terms = new Set<string>()
  for (const word of spaced.trim().split(' ')) {
    if (UNSPACED.test(word)) {
      const kept = splitUnspaced(word, stopWords)
      for (const run of kept) {
        if (run.length === 1 && /\p{sc=Han}/u.test(run)) terms.add(run)
        for (let at = 0; at + 2 <= run.length; at++) terms.add(run.slice(at, at + 2))
      }
      continue
    }
    const bare = ARABIC.test(word) ? withoutParticles(word) : word
    if (bare.length > 1 && !stopWords.has(word) && !stopWords.has(bare)) terms.add(stemOf(bare))
  }
  return terms
}

function splitUnspaced(word: string, stopWords: ReadonlySet<string>): string[] {
  let rest = word
  for (const stop of stopWords) if (UNSPACED.test(stop)) rest = rest.replaceAll(stop, ' ')
  return rest.split(' ').filter((run) => run !== '')
}

function stemOf(word: string): string {
  if (ARABIC.test(word)) return word.replace(/(?:ي|ه|ك|ها|تي|تك)$/u, '').slice(0, 5)
  return word.slice(0, word.length > 6 ? 5 : 4)
}
