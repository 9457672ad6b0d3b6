import { LOCALE_CODES, type Locale } from './locales.ts'

/** Frequent words of the languages in Latin letters. The script alone tells the others. */
const FREQUENT_WORDS: Partial<Record<Locale, string>> = {
  en: 'the and you is that it to of was what have not with for this are your her his my me he she they we in do did does how why where when who hello hi thanks please i im dont tell can could would about just know like really good name am',
  de: 'der die das und ich nicht ist du ein eine mit zu auf den dem wir was mich dich mir dir sie er es ihr sich wie wo wann warum wer heißt heiße bin bist hast habe hallo danke bitte meine mein dein deine kannst auch noch schon gut im einen guten kein in oder aber für tschüss ja nein',
  es: 'el los y que no es una un por con para las pero está eres muy qué mi yo de en la se te me tu su del al cómo dónde cuándo quién hola gracias sí soy tengo vivo estoy mis tus buenos buenas mucho puedes tienes quiero',
  fr: 'le la les et je tu est pas une un que vous il elle ne dans pour mais avec des ai suis mon ma mes ton ta tes qui quoi où quand pourquoi comment bonjour bonsoir salut merci oui non quel quelle es êtes nous sont ce cette de du au moi toi',
  pt: 'o os e que não é uma um por com para as mas mais você ele ela está muito eu meu isso minha de do da em no na me te se sou tenho moro estou como onde quando quem olá oi obrigado obrigada sim seu sua bom boa gosto qual meus minhas também',
}

const MIN_HITS = 3
/** Characters that modern Japanese does not use. */
const CHINESE = /[你您们吗呢这哪什么说谁爱没还讲个]/u

/**
 * The language of a text of several sentences, such as a card or the last lines of a chat; null when it cannot be told,
 * as for a few words, two languages or another one. Callers cut a long text.
 */
export function detectLanguage(text: string): Locale | null {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0
  const kana = count(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu)
  const han = count(/\p{sc=Han}/gu)
  const arabic = count(/\p{sc=Arabic}/gu)
  const others = count(/\p{L}/gu) - kana - han - arabic
  // A word has about five letters; one CJK character is a word or half of one.
  if (kana * 4 > others && kana > han / 20) return 'ja'
  if (han * 4 > others) return 'zh'
  if (arabic > others) return 'ar'
  const [best, second] = scoreWords(wordsOf(text))
  return best && best.hits >= MIN_HITS && best.ownHits >= 2 * (second?.ownHits ?? 0) ? best.language : null
}

/** The language of a short line in a conversation; `usual`, the language of what came before, when the line does not tell. */
export function guessLanguage<Usual extends string>(line: string, usual: Usual): Locale | Usual {
  const byScript = languageOfScript(line, usual)
  if (byScript) return byScript
  const words = wordsOf(line)
  const scores = scoreWords(words)
  const [best, second] = scores
  if (!best || best.ownHits === second?.ownHits) return usual
  return best.hits >= 2 || words.length <= 3 ? best.language : usual
}

/**
 * The language of which a text has any letters, if its script tells it; null for Latin and other letters.
 * @param usual decides for Chinese characters that Japanese uses as well
 */
export function languageOfScript(text: string, usual: string): Locale | null {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return 'ja'
  if (/\p{sc=Arabic}/u.test(text)) return 'ar'
  if (/\p{sc=Han}/u.test(text)) return usual === 'ja' && !CHINESE.test(text) ? 'ja' : 'zh'
  return null
}

interface Score {
  language: Locale
  /** How many of the words are frequent in the language. */
  hits: number
  /** How many of them are frequent in no other language. */
  ownHits: number
}

/** The languages of which there are own words, best first. */
function scoreWords(words: readonly string[]): Score[] {
  wordIndex ??= indexWords()
  const scores = new Map<Locale, Score>()
  for (const word of words) {
    const languages = wordIndex.get(word) ?? []
    for (const language of languages) {
      const score = scores.get(language) ?? { language, hits: 0, ownHits: 0 }
      scores.set(language, score)
      score.hits += 1
      if (languages.length === 1) score.ownHits += 1
    }
  }
  return [...scores.values()].filter(({ ownHits }) => ownHits > 0).sort((one, other) => other.ownHits - one.ownHits)
}

/** Built when first needed, so that pages which look at the script only do not carry it. */
let wordIndex: ReadonlyMap<string, readonly Locale[]> | null = null

/** The languages in which a word is frequent, by word. */
function indexWords(): ReadonlyMap<string, readonly Locale[]> {
  const index = new Map<string, Locale[]>()
  for (const language of LOCALE_CODES)
    for (const word of new Set(wordsOf(FREQUENT_WORDS[language] ?? '')))
      index.set(word, [...(index.get(word) ?? []), language])
  return index
}

/** The words of a text without accents, which people leave out; an apostrophe separates words. */
function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  )
}
