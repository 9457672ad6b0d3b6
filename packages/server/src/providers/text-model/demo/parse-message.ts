import { phrasesOf } from './phrases/by-locale.ts'
import { INTENTS, type Intent } from './phrases/phrases.ts'

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

/** Lower case, words only, single blanks: the form in which cues are searched. Arabic vowel marks are removed. */
function plain(text: string): string {
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u064b-\u0652]/g, '')
  return ` ${folded.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()} `
}

/** Whether the plain text contains a cue: whole words, or anywhere in scripts without spaces. */
function holds(text: string, cue: string): boolean {
  if (UNSPACED.test(cue)) return text.replaceAll(' ', '').includes(plain(cue).replaceAll(' ', ''))
  return text.includes(cue.endsWith('*') ? plain(cue.slice(0, -1)).trimEnd() : plain(cue))
}

/** The length of a line: in words where blanks separate them, else half its characters. */
function lengthOf(text: string): number {
  const words = plain(text).trim()
  if (words === '') return 0
  return UNSPACED.test(words) ? Math.ceil(words.replaceAll(' ', '').length / 2) : words.split(' ').length
}

const KINDS_OF_BEING =
  /(?<!\p{L})(?:human|humans|robot|bot|chatbot|ai|ki|ia|mensch|roboter|humano|humana|robô|humain|humaine|إنسان|انسان|روبوت|بشر)(?!\p{L})|ذكاء اصطناعي|人間|ロボット|人工知能|真人|机器人|人工智能|人类/iu

/**
 * A short question that names a kind of being is treated as sincere, whatever its words (H2): saying once too often
 * that one is an AI does no harm.
 */
function asksWhatYouAre(text: string, length: number): boolean {
  return length > 0 && length <= 14 && /[?？؟]|か[。\s]*$|吗/u.test(text) && KINDS_OF_BEING.test(text)
}

/** The intent of a person's line, by cues of the reader's language and of English. */
export function detectIntent(text: string, locale: string): Intent {
  const words = plain(text)
  const length = lengthOf(text)
  if (asksWhatYouAre(text, length)) return 'ai'
  const sets = locale === 'en' ? [phrasesOf('en')] : [phrasesOf(locale), phrasesOf('en')]
  for (const intent of INTENTS) {
    // In a long line “hello” or “bye” is a word among others; a question for the name contains none.
    if ((intent === 'greeting' || intent === 'goodbye') && length > 9) continue
    if (intent === 'name' && findName(text) === null) continue
    if (sets.some((phrases) => phrases.cues[intent].some((cue) => holds(words, cue)))) return intent
  }
  if (/[?？؟]/.test(text)) return 'question'
  return length <= 2 ? 'short' : 'statement'
}

const WORD = "\\p{Lu}[\\p{L}\\p{M}'’-]{0,29}"
const ANY_WORD = "\\p{L}[\\p{L}\\p{M}'’-]{0,29}"
const KANA_HAN = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ーA-Za-z]{1,12}?'

/** How people state their name, in eight languages. The first group is the name. */
const NAME_PATTERNS = [
  `(?:my name is|my name's|call me|i am called|i'm called|the name's) (${ANY_WORD})`,
  `(?:ich hei(?:ß|ss)e|mein name ist|nenn mich|nennen sie mich) (${ANY_WORD})`,
  `(?:me llamo|mi nombre es|ll[áa]mame|puedes llamarme) (${ANY_WORD})`,
  `(?:je m['’]appelle|mon nom est|mon pr[ée]nom est|appelez-moi|appelle-moi) (${ANY_WORD})`,
  `(?:meu nome é|me chamo|chamo-me|me chame de|me chama de|pode me chamar de) (${ANY_WORD})`,
  `(?:اسمي|إسمي|نادني|ناديني)(?: هو)? (${ANY_WORD})`,
  `(?:名前は|名は)、?(${KANA_HAN})(?:です|だ|と|。|、|！|$)`,
  `(?:^|[。、！\\s]|は)(${KANA_HAN})(?:といいます|と言います|と申します|って呼んで|と呼んで)`,
  `(?:我的名字是|我的名字叫|我叫|叫我)([\\p{sc=Han}A-Za-z·]{1,8}?)(?:吧|就好|就行|[，。！,.!\\s]|$)`,
].map((pattern) => new RegExp(pattern, 'iu'))

/** The patterns match any word; these are not names. */
const NO_NAMES =
  /^(?:什么|何|なん|誰|a|an|the|not|it|when|if|later|soon|tomorrow|tonight|back|maybe|anytime|crazy|was|wie|qui|que|como|si)$/iu
const CAPITALISED = new RegExp(`^${WORD}$`, 'u')

/** The name stated in a line, or null. Names of scripts with capitals are returned capitalised. */
export function findName(text: string): string | null {
  const line = text.normalize('NFC').slice(0, 2000)
  for (const pattern of NAME_PATTERNS) {
    const name = pattern.exec(line)?.[1]
    if (!name || NO_NAMES.test(name)) continue
    const [first = '', ...rest] = [...name]
    return CAPITALISED.test(name) ? name : first.toUpperCase() + rest.join('')
  }
  return null
}

const MAX_QUOTE_LENGTH = 60

/** A sentence of a line that is short enough to quote verbatim; null when none is suitable. */
export function findQuote(text: string, locale: string): string | null {
  const clean = text
    .replace(/\*[^*]*\*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const sentences = [...new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(clean.slice(0, 1000))]
  for (const { segment } of sentences) {
    const sentence = segment.trim().replace(/[.。!！…]+$/u, '')
    const isPlain = !/[?？؟\d@/<>{}[\]“”„«»「」"]/.test(sentence)
    if (isPlain && sentence.length <= MAX_QUOTE_LENGTH && lengthOf(sentence) >= 4) return sentence
  }
  return null
}

/** The longest word of a line, as its topic; null when no word is long enough. */
export function findTopic(text: string, locale: string): string | null {
  let topic = ''
  for (const { segment, isWordLike } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(
    text.slice(0, 1000),
  )) {
    if (isWordLike && segment.length > topic.length && !/[\d_]/.test(segment)) topic = segment
  }
  const shortest = UNSPACED.test(topic) ? 2 : 5
  return topic.length >= shortest && topic.length <= 24 ? topic : null
}

/** Words that carry meaning, for comparing lines. */
export function contentWords(text: string): Set<string> {
  return new Set(
    plain(text)
      .split(' ')
      .filter((word) => word.length > 3),
  )
}
