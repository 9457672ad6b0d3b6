import { LOCALES, type Locale } from '@everkin/contract/locales.ts'
import type { Hook } from '@everkin/contract/types.ts'

const MAX_DIRECTION_LENGTH = 140
const MAX_LINE_LENGTH = 130
/** A line that is shorter is joined with the next sentence. */
const SHORT_LINE_LENGTH = 36

const STAGE_DIRECTION = /\*+([^*]+)\*+/g
const FINISHED = /[.!?…。！？؟](?:["”“»」』’)]*)\s*$/u
const QUOTES = /^["“„«「『]\s*|\s*["”“»」』]$/gu
const SPEAKER = /^[^\s:：*][^:：*\n]{0,60}[:：]\s+/gmu
const MACRO = /\{\{\s*user\s*\}\}|<user>/i

/** Words of which a greeting consists, and those that name a time of day, which need not be the reader's. */
const GREETING_WORDS =
  /^(?:(?:hello|hi|hey|hiya|howdy|greetings|welcome|ah+|oh+|um+|well|so|now|yes|there|again|good|evening|morning|afternoon|night|day|hallo|guten|gute|abend|morgen|tag|nacht|willkommen|servus|moin|grüß|dich|gott|bonjour|bonsoir|salut|coucou|bienvenue|hola|buenas|buenos|noches|tardes|días|bienvenido|bienvenida|olá|oi|boa|bom|noite|tarde|dia|bem-vindo|bem-vinda|مرحبا|مرحبًا|أهلا|أهلًا|وسهلا|وسهلًا|السلام|عليكم|مساء|صباح|الخير|النور)[\s,.!?…،؛–—-]*)+$/iu
const GREETING_PHRASES =
  /^(?:こんにちは|こんばんは|おはよう(?:ございます)?|いらっしゃい(?:ませ)?|ようこそ|やあ|はじめまして|你好|您好|晚上好|早上好|下午好|晚安|早安|欢迎(?:光临)?|嗨|嘿)[\s、，,。.!！?？…~〜ー]*$/u

interface HookSource {
  /** The first message, or its beginning. */
  greeting: string
  language: Locale
  /** The value of `{{char}}`. */
  name: string
}

/**
 * A hook made from a first message: its first stage direction, and its first sentences that say more than a greeting.
 * Null when nothing is said in it. Sentences that are too long, cut off, or address the reader by `{{user}}` are left out.
 */
export function hookFromGreeting({ greeting, language, name }: HookSource): Hook | null {
  const text = greeting.replace(/\{\{\s*char\s*\}\}|<bot>/gi, () => name)
  const line = findLine(text.replace(STAGE_DIRECTION, ' ').replace(/\*[^*]*$/, ' '), language)
  if (line === null) return null
  return { direction: findDirection(text, language), line, action: null, replies: [] }
}

function findDirection(text: string, language: Locale): string {
  for (const [, words] of text.matchAll(STAGE_DIRECTION)) {
    const direction = sentencesOf(words ?? '', language).filter((sentence) => !MACRO.test(sentence))
    const fitting = joinWithin(direction, MAX_DIRECTION_LENGTH, MAX_DIRECTION_LENGTH)
    if (fitting) return fitting
  }
  return ''
}

function findLine(spoken: string, language: Locale): string | null {
  const sentences = sentencesOf(spoken.replace(SPEAKER, ''), language)
    .map((sentence) => sentence.replace(QUOTES, '').trim())
    .filter((sentence) => !MACRO.test(sentence) && FINISHED.test(sentence) && /\p{L}/u.test(sentence))
  const start = sentences.findIndex((sentence) => !isGreeting(sentence) && sentence.length <= MAX_LINE_LENGTH)
  return start === -1 ? null : joinWithin(sentences.slice(start), MAX_LINE_LENGTH, SHORT_LINE_LENGTH)
}

const isGreeting = (sentence: string) => GREETING_WORDS.test(sentence) || GREETING_PHRASES.test(sentence)

/** The first sentences together, until they are `enough` long; never more than `most`. */
function joinWithin(sentences: readonly string[], most: number, enough: number): string | null {
  let joined = ''
  for (const sentence of sentences) {
    const next = joined === '' ? sentence : `${joined}${/[。！？…]$/u.test(joined) ? '' : ' '}${sentence}`
    if (next.length > most) break
    joined = next
    if (joined.length >= enough) break
  }
  return joined || null
}

function sentencesOf(text: string, language: Locale): string[] {
  return text
    .split(/\n+/)
    .flatMap((paragraph) => [
      ...new Intl.Segmenter(LOCALES[language].intl, { granularity: 'sentence' }).segment(paragraph.trim()),
    ])
    .map(({ segment }) => segment.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '')
}
