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
