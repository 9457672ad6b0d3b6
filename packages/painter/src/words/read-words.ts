import { fold } from './fold.ts'
import { LANGUAGES, type Language } from './tables.ts'
import type { Part, WordTable } from './word-table.ts'

/** A word of the tables in a description: from where to where it stands in the text as it was written. */
export interface Match {
  part: Part
  value: string
  from: number
  to: number
}

/** A description with the words that the tables know; what has been read of it is remembered. */
export interface Description {
  /** the text, folded, with the place in the original of each of its letters */
  whole: string
  origin: readonly number[]
  /** by place, longer ones first */
  matches: readonly Match[]
  /** what `find` has returned, and the age */
  used: Set<{ from: number; to: number }>
}

const NO_SPACES_BETWEEN_WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const MAX_LETTERS = 4_000
/** Parts whose words say something else inside a longer expression: the colour in "green eyes", the animal in "cat ears". */
const GIVES_WAY: ReadonlySet<Part> = new Set([
  'cloth',
  'fur',
  'hairColour',
  'skin',
  'figure',
  'beast',
  'kin',
  'light',
  'facial',
  'hair',
  'hat',
])

/** Reads a text against the words of all languages; no more than the first 4,000 letters count. */
export function readText(text: string): Description {
  const traced = trace(text.slice(0, MAX_LETTERS))
  const latin = LANGUAGES.filter(({ small }) => small !== null).map((language) => {
    const matches = matchesOf(traced, language)
    return { matches, votes: votesFor(traced, language, matches) }
  })
  // One language in Latin letters: the French word for an oven is an English number. Other scripts cannot be mistaken.
  const best = latin.reduce((first, next) => (next.votes > first.votes ? next : first), latin[0] ?? NOTHING)
  const others = LANGUAGES.filter(({ small }) => small === null).flatMap((language) => matchesOf(traced, language))
  const matches = withoutContained([...best.matches, ...others])
  return { whole: traced.whole, origin: traced.origin, matches, used: new Set() }
}

const NOTHING = { matches: [] as Match[], votes: 0 }

interface Traced {
  whole: string
  origin: number[]
  /** the same with one space between words, and round all of them */
  spaced: string
  spacedOrigin: number[]
}

function trace(text: string): Traced {
  let whole = ''
  const origin: number[] = []
  let spaced = ' '
  const spacedOrigin = [0]
  let at = 0
  for (const letter of text) {
    for (const folded of fold(letter)) {
      for (let unit = 0; unit < folded.length; unit += 1) origin.push(at)
      whole += folded
      const isWord = /[\p{L}\p{N}-]/u.test(folded)
      if (!isWord && spaced.endsWith(' ')) continue
      for (let unit = 0; unit < (isWord ? folded.length : 1); unit += 1) spacedOrigin.push(at)
      spaced += isWord ? folded : ' '
    }
    at += letter.length
  }
  origin.push(at)
  if (!spaced.endsWith(' ')) {
    spaced += ' '
    spacedOrigin.push(at)
  }
  spacedOrigin.push(at)
  return { whole, origin, spaced, spacedOrigin }
}

function matchesOf(text: Traced, { table }: Language): Match[] {
  const found: Match[] = []
  for (const [part, values] of Object.entries(table) as [Part, Record<string, readonly string[]>][])
    for (const [value, words] of Object.entries(values))
      for (const word of words) {
        const place = placeOf(text, word)
        if (place) found.push({ part, value, ...place })
      }
  return found
}

/** How much speaks for a language: its small words count most. */
function votesFor(text: Traced, { small }: Language, matches: readonly Match[]): number {
  const named = new Set(matches.map(({ part, value }) => `${part} ${value}`)).size
  return named + 2 * (small ?? []).filter((word) => text.spaced.includes(` ${word} `)).length
}

/** Where a word stands first: as a whole word, or anywhere in scripts that leave no spaces. */
function placeOf(text: Traced, word: string): { from: number; to: number } | null {
  const writing = writingOf(word)
  if (writing === 'joined') {
    const at = text.whole.indexOf(word)
    return at < 0 ? null : { from: text.origin[at] ?? 0, to: text.origin[at + word.length] ?? 0 }
  }
  // The Arabic article and the words for "and", "with" and "in" are written together with the word.
  for (const prefix of writing === 'arabic' ? ARABIC_PREFIXES : PLAIN) {
    const at = text.spaced.indexOf(` ${prefix}${word} `)
    if (at >= 0)
      return { from: text.spacedOrigin[at + 1] ?? 0, to: text.spacedOrigin[at + 1 + prefix.length + word.length] ?? 0 }
  }
  return null
}

const PLAIN = [''] as const
const ARABIC_PREFIXES = ['', 'ال', 'و', 'وال', 'ب', 'بال', 'ذو ', 'في '] as const

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

function withoutContained(matches: readonly Match[]): Match[] {
  const isContained = (match: Match): boolean =>
    matches.some(
      (other) =>
        other.from <= match.from &&
        other.to >= match.to &&
        other.to - other.from > match.to - match.from &&
        (other.part === match.part || GIVES_WAY.has(match.part)),
    )
  return matches.filter((match) => !isContained(match)).sort((one, other) => one.from - other.from || other.to - one.to)
}

/** The value of a part that the text names first, in whichever language; null where it names none. */
export function find<Name extends Part>(text: Description, part: Name): (keyof WordTable[Name] & string) | null {
  const match = text.matches.find((one) => one.part === part)
  if (!match) return null
  text.used.add(match)
  // The value is a key of the table of that part.
  return match.value as keyof WordTable[Name] & string
}

/** Whether the text names this value of a part, alone or among others. */
export function names<Name extends Part>(
  text: Description,
  part: Name,
  value: keyof WordTable[Name] & string,
): boolean {
  const match = text.matches.find((one) => one.part === part && one.value === value)
  if (match) text.used.add(match)
  return match !== undefined
}
