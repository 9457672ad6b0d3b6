import { fold } from './fold.ts'
import { LANGUAGES, type Language } from './tables.ts'
import type { Part, WordTable } from './word-table.ts'

/** A word of the tables in a description: from where to where it stands in the text as it was written. */
interface Match {
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
/**
 * Parts whose words say something else inside a longer expression: the colour in "green eyes", the animal in "cat
 * ears".
 */
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
  'anyHat',
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
  /** the text with one space between words, and at both ends */
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
    for (const folded of foldLetter(letter)) {
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

const foldLetter = (letter: string): string => (letter < '\u0080' ? letter.toLowerCase() : fold(letter))

function matchesOf(text: Traced, language: Language): Match[] {
  const { byStart, isJoined } = indexOf(language)
  return isJoined ? joinedMatches(text, byStart) : spacedMatches(text, byStart)
}

/** Whole words: a text is walked once, and each of its words is looked up. */
function spacedMatches({ spaced, spacedOrigin }: Traced, byStart: Index['byStart']): Match[] {
  const found: Match[] = []
  for (let at = 1; at < spaced.length; at = spaced.indexOf(' ', at) + 1) {
    const end = spaced.indexOf(' ', at)
    for (const { stem, isExact } of stemsOf(spaced.slice(at, end))) {
      const entries = byStart.get(stem) ?? []
      for (const { words, part, value } of entries) {
        const to = endOf(spaced, end, words.slice(stem.length))
        // “Her mother” is somebody else.
        if (to === null || (!isExact && part === 'look' && words === stem)) continue
        found.push({ part, value, from: spacedOrigin[at] ?? 0, to: spacedOrigin[to] ?? 0 })
      }
      // The longest form that the tables know.
      if (entries.some(({ words }) => words === stem)) break
    }
  }
  return found
}

/** Where an entry ends whose first word ends at `from` and goes on with `rest`; null if it does not stand there. */
function endOf(spaced: string, from: number, rest: string): number | null {
  if (spaced.startsWith(`${rest} `, from)) return from + rest.length
  const withArticles = rest.replaceAll(' ', ` ${ARABIC_ARTICLE}`)
  return ARABIC_LETTER.test(rest) && spaced.startsWith(`${withArticles} `, from) ? from + withArticles.length : null
}

/** Anywhere, in scripts that leave no spaces. */
function joinedMatches({ whole, origin }: Traced, byStart: Index['byStart']): Match[] {
  const found: Match[] = []
  for (let at = 0; at < whole.length; at += 1)
    for (const { words, part, value } of byStart.get(whole.charAt(at)) ?? [])
      if (whole.startsWith(words, at))
        found.push({ part, value, from: origin[at] ?? 0, to: origin[at + words.length] ?? 0 })
  return found
}

const ARABIC_LETTER = /\p{Script=Arabic}/u
const ARABIC_ARTICLE = 'ال'
/** The Arabic article and the words for “and”, “with”, “in” and “for” are written together with the word. */
const ARABIC_PREFIXES = ['', 'ال', 'و', 'وال', 'ب', 'بال', 'وب', 'وبال', 'ل', 'لل'] as const

/**
 * What a word may be in the tables, as it stands first. An Arabic word may have a prefix, and “her”, “his” or “their”
 * at its end; before these, a final ة is written ت.
 */
function stemsOf(word: string): { stem: string; isExact: boolean }[] {
  if (!ARABIC_LETTER.test(word)) return [{ stem: word, isExact: true }]
  const bare = ARABIC_PREFIXES.filter((prefix) => word.startsWith(prefix)).map((prefix) => word.slice(prefix.length))
  const owned = bare.flatMap((whole) => {
    const stem = whole.replace(/(?:هما|هم|هن|ها|ه)$/u, '')
    if (stem === whole || stem.length < 3) return []
    return stem.endsWith('ت') ? [stem, `${stem.slice(0, -1)}ه`] : [stem]
  })
  return [...bare.map((stem) => ({ stem, isExact: true })), ...owned.map((stem) => ({ stem, isExact: false }))]
}

interface Index {
  /** the words of a language by their first word, or by their first letter where there are no spaces */
  byStart: Map<string, { words: string; part: Part; value: string }[]>
  isJoined: boolean
}
const indexes = new Map<Language, Index>()

function indexOf(language: Language): Index {
  const made = indexes.get(language)
  if (made) return made
  const byStart: Index['byStart'] = new Map()
  const isJoined = NO_SPACES_BETWEEN_WORDS.test(JSON.stringify(language.table))
  for (const [part, values] of Object.entries(language.table) as [Part, Record<string, readonly string[]>][])
    for (const [value, list] of Object.entries(values))
      for (const words of list) {
        const start = isJoined ? words.charAt(0) : (words.split(' ', 1)[0] ?? words)
        byStart.set(start, [...(byStart.get(start) ?? []), { words, part, value }])
      }
  const index = { byStart, isJoined }
  indexes.set(language, index)
  return index
}

/** How much speaks for a language: its small words count most. */
function votesFor(text: Traced, { small }: Language, matches: readonly Match[]): number {
  const named = new Set(matches.map(({ part, value }) => `${part} ${value}`)).size
  // Where the small words decide nothing, the language does that names anything at all.
  return named + (named > 0 ? 0.5 : 0) + 2 * (small ?? []).filter((word) => text.spaced.includes(` ${word} `)).length
}

/** “Long white beard” says two things. */
const isOfHair = (match: Match, other: Match): boolean =>
  match.part === 'hairColour' && (other.part === 'hair' || other.part === 'facial')

function withoutContained(matches: readonly Match[]): Match[] {
  const isContained = (match: Match): boolean =>
    matches.some(
      (other) =>
        other.from <= match.from &&
        other.to >= match.to &&
        other.to - other.from > match.to - match.from &&
        (other.part === match.part || (GIVES_WAY.has(match.part) && !isOfHair(match, other))),
    )
  return matches.filter((match) => !isContained(match)).sort((one, other) => one.from - other.from || other.to - one.to)
}

/** The value of a part that the text names first, in whichever language; null where it names none. */
export function find<Name extends Part>(text: Description, part: Name): (keyof WordTable[Name] & string) | null {
  const match = text.matches.find((one) => one.part === part)
  if (!match) return null
  markUsed(text, match)
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
  if (match) markUsed(text, match)
  return match !== undefined
}

/** Everything in the text that says the same counts as read. */
function markUsed(text: Description, { part, value }: Match): void {
  for (const match of text.matches) if (match.part === part && match.value === value) text.used.add(match)
}
