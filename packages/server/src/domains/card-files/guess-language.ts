import type { Locale } from '@everkin/contract/locales.ts'

/** Small words by which a language that is written in Latin letters is known. */
const SMALL_WORDS: readonly (readonly [Locale, readonly string[]])[] = [
  ['en', ['the', 'and', 'of', 'to', 'is', 'in', 'with', 'her', 'his', 'you', 'that', 'for']],
  ['de', ['der', 'die', 'das', 'und', 'ist', 'nicht', 'mit', 'ein', 'eine', 'auf', 'ihr', 'sich']],
  ['es', ['el', 'los', 'las', 'que', 'es', 'una', 'con', 'por', 'su', 'del', 'pero', 'como']],
  ['fr', ['le', 'les', 'des', 'est', 'une', 'dans', 'qui', 'pour', 'elle', 'il', 'avec', 'ne']],
  ['pt', ['os', 'as', 'um', 'uma', 'não', 'com', 'para', 'seu', 'sua', 'mais', 'ela', 'ele']],
]
const LOOKED_AT = 4_000

/** The language that a card is written in, as far as its letters and small words tell; null where they do not. */
export function guessLanguage(text: string): Locale | null {
  const part = text.slice(0, LOOKED_AT)
  const count = (letters: RegExp) => part.match(letters)?.length ?? 0
  const [kana, han, arabic, latin] = [
    count(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu),
    count(/\p{sc=Han}/gu),
    count(/\p{sc=Arabic}/gu),
    count(/\p{sc=Latin}/gu),
  ]
  // A Latin word is some five letters, one sign there is a word or half of one.
  if (kana * 4 > latin && kana > han / 20) return 'ja'
  if (han * 4 > latin && han > 0) return 'zh'
  if (arabic > latin) return 'ar'
  const words = part.toLowerCase().match(/\p{L}+/gu) ?? []
  const scores = SMALL_WORDS.map(([locale, small]) => ({
    locale,
    hits: words.filter((word) => small.includes(word)).length,
  }))
  const best = scores.toSorted((one, other) => other.hits - one.hits)[0]
  return best && best.hits >= 3 ? best.locale : null
}
