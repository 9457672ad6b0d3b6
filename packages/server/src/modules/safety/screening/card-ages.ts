import { ADULT_AGE } from '@everkin/contract/limits.ts'
import { yieldToEventLoop } from '../../../platform/event-loop.ts'
import data from '../data/card-ages.json' with { type: 'json' }
import signals from '../data/minor-signals.json' with { type: 'json' }
import { foldAgeText, OTHER_READER, stripAccents, THE_CHARACTER, withMarks } from './fold-age-text.ts'
import { numberWords } from './screening-lexicon.ts'

/**
 * The kind of a card’s text, which decides who is meant by “she”, “I” and a sentence without a subject. `about`: it
 * describes the character. `instruction`: it addresses the model as the character. `scene`: others appear in it too.
 * `spoken`: the character speaks, and is also described. `other`: only a name says who is meant.
 */
export type AgeTextKind = 'about' | 'instruction' | 'scene' | 'spoken' | 'other'

/** `doubtful`: the sentence may mean someone else, so a person should look. */
export type AgeFinding = 'stated' | 'doubtful'

type Subject = 'named' | 'third' | 'elided' | 'first' | 'second'
/** Sentences without a subject: `implied` describe a person, `unclear` may describe a thing. */
type Form = Subject | 'implied' | 'unclear'
type Language = keyof typeof data.languages
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

const LANGUAGES = Object.keys(data.languages) as Language[] // of the file itself
const SUBJECTS: readonly Subject[] = ['named', 'third', 'elided', 'first', 'second']
const FORMS: readonly Form[] = [...SUBJECTS, 'implied', 'unclear']
const NAMED: readonly Form[] = ['named']
/** Languages that are written without spaces between words. */
const IS_UNSPACED: readonly Language[] = ['ja', 'zh']
const SCRIPTS: Partial<Record<Language, RegExp>> = {
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  zh: /\p{Script=Han}/u,
  ar: /\p{Script=Arabic}/u,
}
const LETTER = /\p{L}/u
const LATIN = /\p{Script=Latin}/u
/** Below it, a number after “is” or in parentheses is seldom an age. */
const LOWEST_BARE_AGE = 4
const LOWEST_PLAIN_AGE = 6

/** A later “and is fifteen” means the same person. */
const STARTS_WITH_SUBJECT = /^(?:\ue000|she|he|they|i|sie|er|ich|elle|il)(?!\p{L})/u

const PLURAL = /^they(?!\p{L})/u

const BLANK_LINE = /\n[^\S\n]*\n/
const BETWEEN_SENTENCES = /[!?…。！？؟]+|\.(?!\d| ?klasse)|(?<=\p{L}{3})\.(?=\d)/u
/** Quoted speech and actions between asterisks are sentences of their own. */
const QUOTES = /["“”„«»「」『』]|\*/u
const READER_SPEAKS = /^[^\S\n]*\ue001[^\S\n]?[:：]/mu
const SPEAKER = /^\s*([^\s:：][^:：\n]{0,60})[:：]/u

/**
 * Whether a text of a card says that its character is under 18, in any of eight languages [B5]. Children and other
 * people may be in it, at any age; where a pronoun may mean one of them, the finding is `doubtful`. Linear time.
 */
export function findMinorAge(text: string, names: readonly string[], kind: AgeTextKind): AgeFinding | null {
  const marked = withMarks(text, names)
  const isDialogue = kind === 'spoken' || READER_SPEAKS.test(marked)
  let finding: AgeFinding | null = null
  let isFirst = true
  for (const block of marked.split(BLANK_LINE)) {
    const sentences = sentencesOf(block, isDialogue)
    for (const [place, sentence] of sentences.entries()) {
      const before = sentences.slice(Math.max(0, place - 2), place)
      const found = readSentence(sentence, { kind, isFirst, before, after: sentences[place + 1] })
      if (found === 'stated') return found
      finding ??= found
      isFirst = false
    }
  }
  return finding
}

interface Sentence {
  text: string
  /** The whole line that it begins, for “Age: 15”. */
  line: string | null
  /** A turn of an example dialogue. */
  isTurn: boolean
  /** In a dialogue, what someone says who is neither the character nor the reader. */
  isStranger: boolean
}

/** Sentences of a text; in a dialogue without what the reader says. */
function sentencesOf(block: string, isDialogue: boolean): Sentence[] {
  const sentences: Sentence[] = []
  let speaker: string | null = null
  for (const raw of block.split('\n')) {
    const prefix = SPEAKER.exec(raw)
    if (prefix) speaker = prefix[1]?.trim() ?? null
    if (isDialogue && speaker === OTHER_READER) continue
    const isOwnTurn = prefix !== null && speaker === THE_CHARACTER
    const line = foldAgeText((isOwnTurn ? raw.slice(prefix[0].length) : raw).replaceAll('**', '')).trim()
    const isTurn = isDialogue && isOwnTurn
    const isStranger = isDialogue && speaker !== null && !speaker.startsWith(THE_CHARACTER)
    let isStart = true
    for (const part of line.split(QUOTES)) {
      for (const written of part.split(BETWEEN_SENTENCES)) {
        const text = written.trim()
        if (text === '') continue
        sentences.push({ text, line: isStart ? line : null, isTurn, isStranger })
        isStart = false
      }
    }
  }
  return sentences
}

interface Place {
  kind: AgeTextKind
  isFirst: boolean
  before: readonly Sentence[]
  after: Sentence | undefined
}

function readSentence(sentence: Sentence, place: Place): AgeFinding | null {
  const kind = sentence.isTurn ? 'spoken' : place.kind
  if (sentence.line !== null && (kind === 'about' || kind === 'instruction') && labelled().test(sentence.line))
    return 'stated'
  let finding: AgeFinding | null = null
  for (const language of languagesIn(sentence.text)) {
    const { forms, others, unless } = compiled(language)
    for (const form of place.kind === 'other' ? NAMED : FORMS) {
      if (sentence.isTurn && (form === 'implied' || form === 'unclear')) continue
      const found = forms[form]?.exec(sentence.text)
      if (!found) continue
      const nearby = sentence.isStranger || place.before.some(({ text }) => others.test(text))
      const within = others.test(sentence.text.slice(0, found.index))
      const meant = {
        isFirst: place.isFirst,
        startsLine: sentence.line !== null,
        nearby,
        within,
        follows: place.after !== undefined && others.test(place.after.text),
        isMemory: unless.test(sentence.text),
        isPlural: PLURAL.test(found[0]),
        startsWithSubject: STARTS_WITH_SUBJECT.test(sentence.text),
      }
      const judged = judge(form, kind, meant)
      if (judged === 'stated') return judged
      finding ??= judged
    }
  }
  return finding
}

interface Meant {
  isFirst: boolean
  startsLine: boolean
  /** Other people are in the sentences before, in this one before the statement, or in the next one. */
  nearby: boolean
  within: boolean
  follows: boolean
  isMemory: boolean
  /** “They”, which is one person only where nobody else is. */
  isPlural: boolean
  startsWithSubject: boolean
}

/** Whether the statement means the character. */
function judge(form: Form, kind: AgeTextKind, meant: Meant): AgeFinding | null {
  const { isFirst, startsLine, nearby, within } = meant
  const isDescription = kind === 'about' || kind === 'instruction'
  switch (form) {
    case 'named':
      return 'stated'
    case 'third':
      if (meant.isPlural && (nearby || within)) return null
      if (kind === 'spoken') return nearby || within ? null : 'doubtful'
      return nearby || within ? 'doubtful' : 'stated'
    case 'elided':
      if (!meant.startsWithSubject || within) return null
      return isDescription ? 'stated' : 'doubtful'
    case 'first':
      if (meant.isMemory || within) return null
      return nearby || meant.follows ? 'doubtful' : 'stated'
    case 'second':
      return isDescription ? 'stated' : 'doubtful'
    case 'implied':
      if (isFirst && isDescription) return 'stated'
      return (isFirst || (isDescription && startsLine)) && !nearby ? 'doubtful' : null
    case 'unclear':
      return isFirst && isDescription ? 'doubtful' : null
  }
}

function languagesIn(text: string): readonly Language[] {
  // A name and a number alone may be in any language.
  const isLatin = (LATIN.test(text) || !LETTER.test(text)) && latinHint().test(text)
  return LANGUAGES.filter((language) => SCRIPTS[language]?.test(text) ?? isLatin)
}

let hint: RegExp | undefined

/** What every statement in a language of the Latin script contains: most sentences do not, and are read no further. */
function latinHint(): RegExp {
  if (hint) return hint
  const words = LANGUAGES.filter((language) => !(language in SCRIPTS)).flatMap((language) =>
    (numberWords[language] ?? []).slice(LOWEST_BARE_AGE, ADULT_AGE).flat().map(foldAgeText),
  )
  hint = new RegExp(`\\d|${data.latin_hints}|(?<!\\p{L})(?:${words.join('|')})`, 'u')
  return hint
}

type Compiled = { forms: Partial<Record<Form, RegExp>>; others: RegExp; unless: RegExp }
const known = new Map<Language, Compiled>()

/** Built when first read. */
function compiled(language: Language): Compiled {
  const cached = known.get(language)
  if (cached) return cached
  const source: LanguageData = data.languages[language]
  const macros: Record<string, string> = {
    ...source.words,
    ...numberMacros(language),
    LEAD: source.start,
    START: source.words.ART ? 'LEADART?' : 'LEAD',
  }
  const isSpaced = !IS_UNSPACED.includes(language)
  const fill = (pattern: string, verbs: Record<string, string> = {}) => expand(pattern, { ...macros, ...verbs })
  const toRegExp = (patterns: readonly string[]) =>
    patterns.length === 0
      ? undefined
      : new RegExp(`${isSpaced ? "(?<![\\p{L}\\p{N}'])" : ''}(?:${patterns.join('|')})`, 'u')
  const forms: Partial<Record<Form, RegExp>> = {}
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
  const made: Compiled = {
    forms: { ...forms, ...(implied && { implied }), ...(unclear && { unclear }) },
    others: new RegExp(isSpaced ? `(?<!\\p{L})${source.other}(?!\\p{L})` : source.other, 'u'),
    unless: new RegExp(stripAccents(signals.unless[language]), 'u'),
  }
  known.set(language, made)
  return made
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
    const { forms, others, unless } = compiled(language)
    for (const pattern of [...Object.values(forms), others, unless]) await warm(pattern)
  }
  await warm(latinHint())
  await warm(labelled())
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
      return name === 'USER' ? OTHER_READER : expand(macros[name] ?? '', macros, depth + 1)
    })
  })
}

/** Numbers of years in digits and words, from which no part of a larger number is taken. */
function numberMacros(language: Language): Record<'N' | 'AGE' | 'TEEN', string> {
  const words = numberWords[language] ?? []
  const isSpaced = !IS_UNSPACED.includes(language)
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
function labelled(): RegExp {
  label ??= new RegExp(
    LANGUAGES.map((language) => {
      const { AGE, N } = numberMacros(language)
      const number = IS_UNSPACED.includes(language) ? N : AGE
      const { label: words } = data.languages[language]
      return `(?:^|[)\\[({;,|"'+*•·-] ?)${words} ?[:=(]{1,2} ?["'(]? ?${number} ?(?=$|["')\\],;|}(/]|(?:years?|yrs?|yo|jahre?|ans|anos|歳|才|岁|سنه|عاما)(?!\\p{L}))`
    }).join('|'),
    'u',
  )
  return label
}
