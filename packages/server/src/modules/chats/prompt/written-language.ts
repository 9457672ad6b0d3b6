/** Frequent short words that hardly occur in the other languages. */
const WORDS: Record<string, ReadonlySet<string>> = {
  en: new Set('the and you is that it to of was what have not with for this are your my'.split(' ')),
  de: new Set('der die und das ich nicht ist du ein eine mit zu auf den dem wir was mich dich'.split(' ')),
  fr: new Set('le la les et je tu est pas une un que vous il elle dans pour mais avec des'.split(' ')),
  es: new Set('el los y que no es una un por con para las pero está eres muy qué mi yo'.split(' ')),
  pt: new Set('o os e que não é uma um por com para as mas você está muito eu meu isso'.split(' ')),
}
const SCRIPTS: readonly { language: string; letters: RegExp; minShare: number }[] = [
  { language: 'ja', letters: /[\p{Script=Hiragana}\p{Script=Katakana}]+/gu, minShare: 0.15 },
  { language: 'ar', letters: /\p{Script=Arabic}+/gu, minShare: 0.5 },
  { language: 'zh', letters: /\p{Script=Han}+/gu, minShare: 0.5 },
]
const WORD = /\p{L}+/gu
const MAX_LENGTH = 2_000
const MIN_HITS = 3

/**
 * The language of a text, one of the eight locale codes; null when it cannot be told, as for a few words or another
 * language. Meant for the last lines of a conversation, not for classification: in doubt it says nothing.
 */
export function detectWrittenLanguage(text: string): string | null {
  const seen = text.slice(-MAX_LENGTH)
  const script = detectScript(seen)
  if (script) return script
  const words = seen.toLowerCase().match(WORD) ?? []
  const hits = Object.entries(WORDS)
    .map(([language, known]) => ({ language, count: words.filter((word) => known.has(word)).length }))
    .sort((a, b) => b.count - a.count)
  const [best, second] = hits
  if (!best || !second || best.count < MIN_HITS || best.count < 2 * second.count) return null
  return best.language
}

/** The language of a text by its script; null when several of our languages use that script. */
function detectScript(text: string): string | null {
  const lengthOf = (letters: RegExp) => text.length - text.replace(letters, '').length
  const all = Math.max(1, lengthOf(WORD))
  return SCRIPTS.find(({ letters, minShare }) => lengthOf(letters) / all > minShare)?.language ?? null
}
