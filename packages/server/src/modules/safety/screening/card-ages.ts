import { AGE_FORMS, type AgeForm, ageLabelPattern, ageLanguagesOf, agePatterns } from './age-patterns.ts'
import { foldAgeText, THE_CHARACTER, THE_READER, withMarks } from './fold-age-text.ts'

/**
 * The kind of a card’s text, which decides who is meant by “she”, “I” and a sentence without a subject. `about`: it
 * describes the character. `instruction`: it addresses the model as the character. `scene`: others appear in it too.
 * `spoken`: the character speaks, and is also described. `other`: only a name says who is meant.
 */
export type AgeTextKind = 'about' | 'instruction' | 'scene' | 'spoken' | 'other'

/** `doubtful`: the sentence may mean someone else, so a person should look. */
export type AgeFinding = 'stated' | 'doubtful'

const ONLY_NAMED: readonly AgeForm[] = ['named']

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
    if (isDialogue && speaker === THE_READER) continue
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
  if (sentence.line !== null && (kind === 'about' || kind === 'instruction') && ageLabelPattern().test(sentence.line))
    return 'stated'
  let finding: AgeFinding | null = null
  for (const language of ageLanguagesOf(sentence.text)) {
    const { forms, others, unless } = agePatterns(language)
    for (const form of place.kind === 'other' ? ONLY_NAMED : AGE_FORMS) {
      if (sentence.isTurn && (form === 'implied' || form === 'unclear')) continue
      const found = forms[form]?.exec(sentence.text)
      if (!found) continue
      const nearby = sentence.isStranger || place.before.some(({ text }) => others.test(text))
      const within = others.test(sentence.text.slice(0, found.index))
      const context = {
        isFirst: place.isFirst,
        startsLine: sentence.line !== null,
        nearby,
        within,
        follows: place.after !== undefined && others.test(place.after.text),
        isMemory: unless.test(sentence.text),
        isPlural: PLURAL.test(found[0]),
        startsWithSubject: STARTS_WITH_SUBJECT.test(sentence.text),
      }
      const judged = judge(form, kind, context)
      if (judged === 'stated') return judged
      finding ??= judged
    }
  }
  return finding
}

/** What is known of a statement besides its form. */
interface StatementContext {
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
function judge(form: AgeForm, kind: AgeTextKind, context: StatementContext): AgeFinding | null {
  const { isFirst, startsLine, nearby, within } = context
  const isDescription = kind === 'about' || kind === 'instruction'
  switch (form) {
    case 'named':
      return 'stated'
    case 'third':
      if (context.isPlural && (nearby || within)) return null
      if (kind === 'spoken') return nearby || within ? null : 'doubtful'
      return nearby || within ? 'doubtful' : 'stated'
    case 'elided':
      if (!context.startsWithSubject || within) return null
      return isDescription ? 'stated' : 'doubtful'
    case 'first':
      if (context.isMemory || within) return null
      return nearby || context.follows ? 'doubtful' : 'stated'
    case 'second':
      return isDescription ? 'stated' : 'doubtful'
    case 'implied':
      if (isFirst && isDescription) return 'stated'
      return (isFirst || (isDescription && startsLine)) && !nearby ? 'doubtful' : null
    case 'unclear':
      return isFirst && isDescription ? 'doubtful' : null
  }
}
