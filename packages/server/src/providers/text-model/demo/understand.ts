import { guessLanguage } from '@everkin/contract/detect-language.ts'
import { findName } from './find-name.ts'
import { grammarOf } from './grammar/by-language.ts'
import { ABOUT_KEYS, type AboutKey, CUED_INTENTS, type CuedIntent, type Grammar } from './grammar/grammar.ts'
import { hasAnyCue, hasCue, longestCue, type PlainText, toPlainText } from './match-cues.ts'
import { asksAboutSelf, findToldFacts, type ToldFact } from './told-facts.ts'

/** What the newest line of a person is. */
export interface Understanding {
  language: string
  grammar: Grammar
  plain: PlainText
  /** Asks sincerely whether someone human is there (H2). */
  asksForHuman: boolean
  /** Something is asked for: an answer about a thing is expected. */
  isQuestion: boolean
  isAboutSelf: boolean
  about: AboutKey | null
  intents: ReadonlySet<CuedIntent>
  /** The line is nothing but a stage direction or a report of what the person does. */
  isDeed: boolean
  name: string | null
  told: readonly ToldFact[]
}

const KINDS_OF_BEING =
  /(?<!\p{L})(?:human|humans|robot|bot|chatbot|ai|ki|ia|mensch|roboter|humano|humana|robô|humain|humaine|إنسان|انسان|روبوت|بشر)(?!\p{L})|ذكاء اصطناعي|人間|ロボット|人工知能|真人|机器人|人工智能|人类/iu
const REAL =
  /\b(?:are you (?:a )?real|real person|bist du echt|sind sie echt|eres real|es-tu réelle?|êtes-vous réelle?|você é real|who (?:made|created|built|programmed) you|wer hat dich (?:gemacht|gebaut|erschaffen|programmiert)|quién te (?:creó|hizo|programó)|quem te (?:criou|fez|programou))\b|qui (?:t['’]a|vous a) (?:créée?|faite?|programmée?)|من صنعك|من برمجك|谁(?:创造|制造|做)了你|誰が(?:あなた|君)を作|本物|是真的人/iu

/**
 * A short question that names a kind of being is treated as sincere, whatever its words (H2): saying once too often
 * that one is an AI does no harm.
 */
function asksWhatYouAre(text: string, length: number): boolean {
  if (length === 0 || length > 16) return false
  if (REAL.test(text)) return true
  return /[?？؟]|か[。\s]*$|吗/u.test(text) && KINDS_OF_BEING.test(text)
}

/** In a long line, “hello”, “yes” and “really” are words among others. */
const ONLY_SHORT: Partial<Record<CuedIntent, number>> = {
  greeting: 9,
  goodbye: 12,
  yes: 5,
  no: 9,
  more: 7,
  thanks: 12,
  apology: 12,
  invite: 12,
  request: 16,
  bored: 14,
}

/** Reads the newest line of a person. `usual` is the language of the reader, or of what they wrote before. */
export function understand(text: string, usual: string): Understanding {
  const language = guessLanguage(text, usual)
  const grammar = grammarOf(language)
  const spoken = text.replace(/\*[^*]*\*/g, ' ').trim()
  const plain = toPlainText(spoken === '' ? text : spoken)
  const isQuestion =
    /[?？؟]/.test(text) ||
    (startsWithQuestion(plain, grammar) && !/[!！]\s*$/u.test(text)) ||
    hasAnyCue(plain, grammar.tellMe) ||
    (language === 'ja' && /(?:か|の|かな|教えて|聞かせて)[。！\s]*$/u.test(text))
  const about = isQuestion ? findAbout(plain, grammar) : null
  const intents = new Set(
    CUED_INTENTS.filter(
      (intent) => plain.length <= (ONLY_SHORT[intent] ?? 60) && hasAnyCue(plain, grammar.intents[intent]),
    ),
  )
  return {
    language,
    grammar,
    plain,
    asksForHuman: asksWhatYouAre(text, plain.length),
    isQuestion,
    isAboutSelf: isQuestion && asksAboutSelf(spoken, grammar),
    about,
    intents,
    isDeed: spoken === '' && text.trim() !== '' && text.includes('*'),
    name: findName(spoken),
    told: findToldFacts(spoken, grammar),
  }
}

function startsWithQuestion(plain: PlainText, { questions }: Grammar): boolean {
  const beginning = toPlainText(plain.spaced.trim().split(' ').slice(0, 4).join(' '))
  return questions.some((cue) =>
    /[\p{sc=Han}\p{sc=Hiragana}]/u.test(cue)
      ? hasCue(plain, cue)
      : beginning.spaced.startsWith(toPlainText(cue).spaced),
  )
}

/** The common question about the character whose cue is the longest. */
function findAbout(plain: PlainText, { about }: Grammar): AboutKey | null {
  if (plain.length > 22) return null
  let best: AboutKey | null = null
  let longest = 0
  for (const key of ABOUT_KEYS) {
    const length = longestCue(plain, about[key])
    if (length > longest) {
      best = key
      longest = length
    }
  }
  return best
}
