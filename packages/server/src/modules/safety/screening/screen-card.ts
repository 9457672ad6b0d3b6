import { findCues, withoutShielded } from '@everkin/text-safety'
import { CUE, type SafetyCategory, TAGS_CLOSED_TO_TEENS, TEEN_CUES } from '../rules.ts'
import { claimsCharacterUnder18 } from './age-claims.ts'
import { screenText } from './screen-text.ts'
import { screeningLexicon } from './screening-lexicon.ts'

/** The parts of a card that are screened; `texts` are all texts of its definition, lorebook included. */
export type ScreenedCard = {
  name: string
  tagline: string
  age: number | null
  texts: readonly string[]
  tags: readonly string[]
  rating: 'sfw' | 'nsfw'
}

export type CardReason = 'age_missing' | 'age_under_18' | 'age_contradicted' | 'doubtful' | SafetyCategory
export type CardVerdict = {
  state: 'ok' | 'draft' | 'in_review' | 'blocked'
  reasons: CardReason[]
  /** Nothing in it is romantic or sexual, so that a person in the protected mode may meet it (A8). */
  suitsTeens: boolean
}

const SEXUAL_CUES = CUE.act | CUE.body
const ADULT_AGE = 18

/**
 * The state that a card's texts allow [B1, B5]: blocked (1011, nothing is stored), a draft nobody can chat with (age
 * missing or contradicted), for review before the public sees it, or ok. An nsfw card may not mention minors at all.
 */
export function screenCard(card: ScreenedCard): CardVerdict {
  const texts = [card.name, card.tagline, card.tags.join(', '), ...card.texts]
  const verdicts = [...texts, texts.join('\n\n')].map((text) =>
    screenText(text, { surface: 'card', adultMode: card.rating === 'nsfw' }),
  )
  const blocked = verdicts.find((verdict) => verdict.kind === 'blocked')
  if (blocked) return { state: 'blocked', reasons: [blocked.category], suitsTeens: false }
  const ageReason = ageProblem(card)
  if (ageReason !== null) return { state: 'draft', reasons: [ageReason], suitsTeens: false }
  const doubtful = verdicts.find((verdict) => verdict.kind === 'doubtful')
  if (doubtful) return { state: 'in_review', reasons: ['doubtful', doubtful.category], suitsTeens: false }
  const groups = cueGroupsIn(texts)
  // Minors and sex in an nsfw card, at any distance: a person should review it.
  if (card.rating === 'nsfw' && (groups & CUE.minor) !== 0 && (groups & SEXUAL_CUES) !== 0)
    return { state: 'in_review', reasons: ['doubtful', 'minor_safety'], suitsTeens: false }
  const suitsTeens = card.rating === 'sfw' && (groups & TEEN_CUES) === 0 && haveTagsForTeens(card.tags)
  return { state: 'ok', reasons: [], suitsTeens }
}

/** Whether teens may meet a card with these tags (A8). */
export function haveTagsForTeens(tags: readonly string[]): boolean {
  return !tags.some((tag) => TAGS_CLOSED_TO_TEENS.includes(tag.toLowerCase()))
}

function ageProblem(card: ScreenedCard): CardReason | null {
  if (card.age === null) return 'age_missing'
  if (!Number.isInteger(card.age) || card.age < ADULT_AGE) return 'age_under_18'
  return [card.tagline, card.tags.join(', '), ...card.texts].some((text) => claimsCharacterUnder18(text, card.name))
    ? 'age_contradicted'
    : null
}

/** The kinds of cue in these texts, as bits. */
function cueGroupsIn(texts: readonly string[]): number {
  let groups = 0
  for (const text of texts) {
    for (const cue of withoutShielded(findCues(text, screeningLexicon).cues, CUE.shield)) groups |= cue.group
  }
  return groups
}
