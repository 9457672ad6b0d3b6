import type { Locale } from '@everkin/contract/locales.ts'
import { findCues, withoutShielded } from '@everkin/text-safety'
import { CUE } from '../safety/rules.ts'
import { screenText, type Verdict } from '../safety/screening/screen-text.ts'
import { screeningLexicon } from '../safety/screening/screening-lexicon.ts'

const ADULT_TAGS = /^(?:nsfw|18\+|r-?18|adults? ?only|explicit|smut|hentai|porn.*|erotic.*|lewd)$/i

/** The verdict on a file's texts, each on its own and all together (B6): the first that is blocked, or clear. */
export function screenTexts(texts: readonly string[], rating: 'sfw' | 'nsfw'): Verdict {
  const context = { surface: 'card', adultMode: rating === 'nsfw' } as const
  for (const text of [...texts, texts.join('\n\n')]) {
    const verdict = screenText(text, context)
    if (verdict.kind === 'blocked') return verdict
  }
  return { kind: 'clear' }
}

/** The assumed rating of an unrated card: adult when its tags or texts say so. */
export function guessRating(texts: readonly string[], tags: readonly string[]): 'sfw' | 'nsfw' {
  if (tags.some((tag) => ADULT_TAGS.test(tag.trim()))) return 'nsfw'
  const cues = withoutShielded(findCues(texts.join('\n\n'), screeningLexicon).cues, CUE.shield)
  return cues.some((cue) => (cue.group & CUE.act) !== 0) ? 'nsfw' : 'sfw'
}

/** Small words that identify a language written in Latin letters. */
const STOP_WORDS: readonly (readonly [Locale, readonly string[]])[] = [
  ['en', ['the', 'and', 'of', 'to', 'is', 'in', 'with', 'her', 'his', 'you', 'that', 'for']],
  ['de', ['der', 'die', 'das', 'und', 'ist', 'nicht', 'mit', 'ein', 'eine', 'auf', 'ihr', 'sich']],
  ['es', ['el', 'los', 'las', 'que', 'es', 'una', 'con', 'por', 'su', 'del', 'pero', 'como']],
  ['fr', ['le', 'les', 'des', 'est', 'une', 'dans', 'qui', 'pour', 'elle', 'il', 'avec', 'ne']],
  ['pt', ['os', 'as', 'um', 'uma', 'não', 'com', 'para', 'seu', 'sua', 'mais', 'ela', 'ele']],
]
const SAMPLE_LENGTH = 4_000

/** The language of a card, detected by its letters and small words; null when unclear. */
export function detectLanguage(text: string): Locale | null {
  const part = text.slice(0, SAMPLE_LENGTH)
  const count = (letters: RegExp) => part.match(letters)?.length ?? 0
  const [kana, han, arabic, latin] = [
    count(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu),
    count(/\p{sc=Han}/gu),
    count(/\p{sc=Arabic}/gu),
    count(/\p{sc=Latin}/gu),
  ]
  // A Latin word has about five letters; one CJK character is a word or half of one.
  if (kana * 4 > latin && kana > han / 20) return 'ja'
  if (han * 4 > latin && han > 0) return 'zh'
  if (arabic > latin) return 'ar'
  const words = part.toLowerCase().match(/\p{L}+/gu) ?? []
  const scores = STOP_WORDS.map(([locale, small]) => ({
    locale,
    hits: words.filter((word) => small.includes(word)).length,
  }))
  const best = scores.toSorted((one, other) => other.hits - one.hits)[0]
  return best && best.hits >= 3 ? best.locale : null
}
