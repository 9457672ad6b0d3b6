import { findCues } from '../safety/find-cues.ts'
import { CUE } from '../safety/rules.ts'
import { screenText, type Verdict, withoutShielded } from '../safety/screen-text.ts'
import { screeningLexicon } from '../safety/screening-lexicon.ts'

const ADULT_TAGS = /^(?:nsfw|18\+|r-?18|adults? ?only|explicit|smut|hentai|porn.*|erotic.*|lewd)$/i

/** What the rules say of a file's texts, each for itself and all together (B6): the first that must not be, or clear. */
export function judgeTexts(texts: readonly string[], rating: 'sfw' | 'nsfw'): Verdict {
  const context = { surface: 'card', adultMode: rating === 'nsfw' } as const
  for (const text of [...texts, texts.join('\n\n')]) {
    const verdict = screenText(text, context)
    if (verdict.kind === 'blocked') return verdict
  }
  return { kind: 'clear' }
}

/** What a card that nobody has rated is taken for until somebody does: for adults when its tags or words say so. */
export function guessRating(texts: readonly string[], tags: readonly string[]): 'sfw' | 'nsfw' {
  if (tags.some((tag) => ADULT_TAGS.test(tag.trim()))) return 'nsfw'
  const cues = withoutShielded(findCues(texts.join('\n\n'), screeningLexicon, false).cues, 0)
  return cues.some((cue) => (cue.group & CUE.act) !== 0) ? 'nsfw' : 'sfw'
}
