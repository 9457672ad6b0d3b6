import { ADULT_AGE } from '@everkin/contract/limits.ts'
import data from './data/minor-signals.json' with { type: 'json' }

/** What someone said about their own age. */
export interface MinorSignal {
  /** In years; null for a school year, or “under 18”. */
  age: number | null
}

type Language = keyof typeof data.patterns
const LANGUAGES = Object.keys(data.patterns) as Language[] // of the file itself

/** A longer text is a story rather than a word about oneself; its end is read. */
const MAX_READ_LENGTH = 2_000
/** Lower ages are ignored as false positives. */
const YOUNGEST_AGE = 6

/** Actions between asterisks and speech in quotes belong to the story. */
const OF_THE_STORY = /\*[^*]*\*|"[^"]*"|“[^”]*”|«[^»]*»|「[^」]*」|『[^』]*』|„[^“”]*[“”]|‹[^›]*›/g
const BETWEEN_SENTENCES = /[!?…。！？؟\n]+|\.(?!\d| ?klasse)/u
const WORDS = /[\p{L}\p{N}]/u

/**
 * Whether a message says, in any of eight languages, that its writer is under 18: an age, a school year, a year of
 * birth (A6). Only plain statements about oneself count; what is told of a story, a memory or someone else does not.
 */
export function findMinorSignal(message: string, now: Date): MinorSignal | null {
  const text = normalize(message.slice(-MAX_READ_LENGTH))
  for (const sentence of text.replace(OF_THE_STORY, '\n').split(BETWEEN_SENTENCES)) {
    const trimmed = sentence.trim()
    if (!WORDS.test(trimmed)) continue
    const signal = readSentence(trimmed, now)
    if (signal) return signal
  }
  return null
}

function readSentence(sentence: string, now: Date): MinorSignal | null {
  for (const language of LANGUAGES) {
    const { patterns, unless } = patternsFor(language, now.getUTCFullYear())
    const found = patterns.exec(sentence)
    if (!found || unless.test(sentence)) continue
    return { age: ageIn(found[0]) }
  }
  return null
}

interface SignalPatterns {
  year: number
  patterns: RegExp
  unless: RegExp
}
const known = new Map<Language, SignalPatterns>()

/** Built when first read, and again when the year has changed. */
function patternsFor(language: Language, year: number): SignalPatterns {
  const cached = known.get(language)
  if (cached?.year === year) return cached
  const words = data.numbers[language]
  const years = Array.from({ length: ADULT_AGE - YOUNGEST_AGE }, (_, place) => year - ADULT_AGE + 1 + place)
  const isSpaced = language !== 'ja' && language !== 'zh'
  const fill = (pattern: string) =>
    pattern
      .replaceAll('AGE', `(?:1[0-7]|[6-9]|${words})`)
      .replaceAll('TEEN', `(?:1[1-7]|${words})`)
      .replaceAll('YEAR', `(?:${years.join('|')})`)
      .replaceAll('END', '(?= ?(?:$|[,;:、，؛،~)]|- |(?:lol|lmao|haha|btw|xd)(?![\\p{L}])))')
  const all = data.patterns[language].map(fill).join('|')
  const made = {
    year,
    patterns: new RegExp(isSpaced ? `(?<![\\p{L}\\p{N}'])(?:${all})` : all, 'u'),
    unless: new RegExp(fill(data.unless[language]), 'u'),
  }
  known.set(language, made)
  return made
}

/** The age in digits. “Almost 18” is 17; a school year, or an age in words, is no number. */
function ageIn(statement: string): number | null {
  const digits =
    /(?<!\d)(?:1[0-8]|[6-9])(?= ?(?:$|[^\d\p{L}]|years?|yrs?|y\/?o|jahr|j$|años?|ans|anos?|歳|才|岁|سن|عام))/u.exec(
      statement,
    )
  if (!digits || /grade|year \d|klasse|eso|prim|sec/u.test(statement)) return null
  return Math.min(Number(digits[0]), ADULT_AGE - 1)
}

/** Lower case, plain apostrophes and digits, and Arabic letters in one form. */
function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘ʼ`]/g, "'")
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\u064b-\u065f\u0640]/g, '')
    .replace(/[أإآ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/[^\S\n]+/g, ' ')
}
