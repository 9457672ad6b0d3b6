import { ADULT_AGE } from '@everkin/contract/limits.ts'
import { yieldToEventLoop } from '../../../platform/event-loop.ts'
import data from '../data/card-ages.json' with { type: 'json' }
import signals from '../data/minor-signals.json' with { type: 'json' }
import { foldAgeText, stripAccents, THE_CHARACTER, THE_READER } from './fold-age-text.ts'
import { numberWords } from './screening-lexicon.ts'

type Subject = 'named' | 'third' | 'elided' | 'first' | 'second'
/**
 * How a sentence names the person whose age it says. Without a subject, `implied` describes a person, and `unclear` may
 * describe a thing.
 */
export type AgeForm = Subject | 'implied' | 'unclear'
export type AgeLanguage = keyof typeof data.languages
type LanguageData = {
  words: Record<string, string>
  other: string
  subjects: Record<string, Record<string, string>>
  says: readonly string[]
  first_says?: readonly string[]
  named: readonly string[]
  start: string
  implied: readonly string[]
  doubtful: readonly string[]
  label: string
}

const LANGUAGES = Object.keys(data.languages) as AgeLanguage[] // of the file itself
const SUBJECTS: readonly Subject[] = ['named', 'third', 'elided', 'first', 'second']
export const AGE_FORMS: readonly AgeForm[] = [...SUBJECTS, 'implied', 'unclear']
/** Languages that are written without spaces between words. */
const UNSPACED_LANGUAGES: readonly AgeLanguage[] = ['ja', 'zh']
const SCRIPTS: Partial<Record<AgeLanguage, RegExp>> = {
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  zh: /\p{Script=Han}/u,
  ar: /\p{Script=Arabic}/u,
}
const LETTER = /\p{L}/u
const LATIN = /\p{Script=Latin}/u
/** Below it, a number after “is” or in parentheses is seldom an age. */
const LOWEST_BARE_AGE = 4
const LOWEST_PLAIN_AGE = 6

/** The languages in which a sentence may state an age. */
export function ageLanguagesOf(text: string): readonly AgeLanguage[] {
  // A name and a number alone may be in any language.
  const isLatin = (LATIN.test(text) || !LETTER.test(text)) && latinHintPattern().test(text)
  return LANGUAGES.filter((language) => SCRIPTS[language]?.test(text) ?? isLatin)
}

let hint: RegExp | undefined

/** What every statement in a language of the Latin script contains: most sentences do not, and are read no further. */
function latinHintPattern(): RegExp {
  if (hint) return hint
  const words = LANGUAGES.filter((language) => !(language in SCRIPTS)).flatMap((language) =>
    (numberWords[language] ?? []).slice(LOWEST_BARE_AGE, ADULT_AGE).flat().map(foldAgeText),
  )
  hint = new RegExp(`\\d|${data.latin_hints}|(?<!\\p{L})(?:${words.join('|')})`, 'u')
  return hint
}

export interface AgePatterns {
  /** Finds a statement of an age under 18, by how it names the person. */
  forms: Partial<Record<AgeForm, RegExp>>
  /** People whom a pronoun may mean instead of the character. */
  others: RegExp
  /** Words that make a statement a memory or a condition. */
  unless: RegExp
}

const cache = new Map<AgeLanguage, AgePatterns>()

/** The patterns of a language, built when they are first needed. */
export function agePatterns(language: AgeLanguage): AgePatterns {
  const cached = cache.get(language)
  if (cached) return cached
  const source: LanguageData = data.languages[language]
  const macros: Record<string, string> = {
    ...source.words,
    ...numberMacros(language),
    LEAD: source.start,
    START: source.words.ART ? 'LEADART?' : 'LEAD',
  }
  const isSpaced = !UNSPACED_LANGUAGES.includes(language)
  const fill = (pattern: string, verbs: Record<string, string> = {}) => expand(pattern, { ...macros, ...verbs })
  const toRegExp = (patterns: readonly string[]) =>
    patterns.length === 0
      ? undefined
      : new RegExp(`${isSpaced ? "(?<![\\p{L}\\p{N}'])" : ''}(?:${patterns.join('|')})`, 'u')
  const forms: Partial<Record<AgeForm, RegExp>> = {}
  for (const subject of SUBJECTS) {
    const verbs = source.subjects[subject] ?? {}
    const says = source.says
      .filter((pattern) => verbs[/^[A-Z]+(?=[ ?])/.exec(pattern)?.[0] ?? ''] !== undefined)
      .map((pattern) => fill(pattern, verbs))
    if (subject === 'first') says.push(...(source.first_says ?? []).map((pattern) => fill(pattern)))
    if (subject === 'named') says.push(...source.named.map((pattern) => fill(pattern)))
    const made = toRegExp(says)
    if (made) forms[subject] = made
  }
  const implied = toRegExp(source.implied.map((pattern) => fill(pattern)))
  const unclear = toRegExp(source.doubtful.map((pattern) => fill(pattern)))
  const patterns: AgePatterns = {
    forms: { ...forms, ...(implied && { implied }), ...(unclear && { unclear }) },
    others: new RegExp(isSpaced ? `(?<!\\p{L})${source.other}(?!\\p{L})` : source.other, 'u'),
    unless: new RegExp(stripAccents(signals.unless[language]), 'u'),
  }
  cache.set(language, patterns)
  return patterns
}

/**
 * Builds all patterns, one per pass of the event loop, which the first texts would otherwise hold for half a second.
 * The engine compiles a pattern when it is first used, to machine code at the second use, and apart for each width of
 * text.
 */
export async function warmUpAgePatterns(): Promise<void> {
  const warm = async (pattern: RegExp) => {
    for (const text of ['a', 'b', `a${THE_CHARACTER}`, `b${THE_CHARACTER}`]) {
      pattern.test(text)
      await yieldToEventLoop()
    }
  }
  for (const language of LANGUAGES) {
    const { forms, others, unless } = agePatterns(language)
    for (const pattern of [...Object.values(forms), others, unless]) await warm(pattern)
  }
  await warm(latinHintPattern())
  await warm(ageLabelPattern())
}

const MAX_DEPTH = 8

/** The pattern with each word in capitals replaced by its meaning; several may stand side by side. */
function expand(pattern: string, macros: Record<string, string>, depth = 0): string {
  if (depth > MAX_DEPTH) throw new Error(`an entry of card-ages.json contains itself: ${pattern}`)
  const names = [...Object.keys(macros).filter((name) => name.length > 1), 'CHAR', 'USER']
  const known = new RegExp(names.sort((one, other) => other.length - one.length).join('|'), 'g')
  return pattern.replace(/(?<![A-Z\\{])N(?![A-Z])/g, macros.N ?? '').replace(/[A-Z]{2,}/g, (capitals) => {
    if (capitals.replace(known, '') !== '') throw new Error(`card-ages.json has no ${capitals}: ${pattern}`)
    return capitals.replace(known, (name) => {
      if (name === 'CHAR') return THE_CHARACTER
      return name === 'USER' ? THE_READER : expand(macros[name] ?? '', macros, depth + 1)
    })
  })
}

/** Numbers of years in digits and words, from which no part of a larger number is taken. */
function numberMacros(language: AgeLanguage): Record<'N' | 'AGE' | 'TEEN', string> {
  const words = numberWords[language] ?? []
  const isSpaced = !UNSPACED_LANGUAGES.includes(language)
  const from = (lowest: number) => {
    const spellings = words.flatMap((spelled, age) =>
      age < lowest || age >= ADULT_AGE ? [] : [String(age), ...spelled.flatMap((word) => spellingsOf(word))],
    )
    const all = [...new Set(spellings)].sort((one, other) => other.length - one.length).join('|')
    return isSpaced
      ? `(?<![\\d.,:#$€£])(?:${all})(?!\\d)`
      : `(?<![\\d.一二三四五六七八九十百千])(?:${all})(?![\\d十百])`
  }
  const whole = isSpaced ? "(?![\\p{L}%°']|[.,:]\\d)" : ''
  return { N: from(1), AGE: from(LOWEST_BARE_AGE) + whole, TEEN: from(LOWEST_PLAIN_AGE) + whole }
}

function spellingsOf(word: string): string[] {
  const folded = foldAgeText(word)
  return folded.includes(' ') ? [folded, folded.replaceAll(' ', '-')] : [folded]
}

let label: RegExp | undefined

/** “Age: 15”, “age("fifteen")”, at the start of a line or of an entry in a list, in any of the languages. */
export function ageLabelPattern(): RegExp {
  label ??= new RegExp(
    LANGUAGES.map((language) => {
      const { AGE, N } = numberMacros(language)
      const number = UNSPACED_LANGUAGES.includes(language) ? N : AGE
      const { label: words } = data.languages[language]
      return `(?:^|[)\\[({;,|"'+*•·-] ?)${words} ?[:=(]{1,2} ?["'(]? ?${number} ?(?=$|["')\\],;|}(/]|(?:years?|yrs?|yo|jahre?|ans|anos|歳|才|岁|سنه|عاما)(?!\\p{L}))`
    }).join('|'),
    'u',
  )
  return label
}
