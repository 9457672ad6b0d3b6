import { ADULT_AGE } from '@everkin/contract/limits.ts'
import { findCues, withoutShielded } from '@everkin/text-safety'
import { CUE, type SafetyCategory, TAGS_CLOSED_TO_TEENS, TEEN_CUES } from '../rules.ts'
import { hasOwnAgePhrase } from './age-claims.ts'
import { ageTextsOf, bareName, type CardAgeText } from './card-age-texts.ts'
import { type AgeFinding, findMinorAge } from './card-ages.ts'
import { screenText } from './screen-text.ts'
import { screeningLexicon } from './screening-lexicon.ts'

/** The parts of a card that are screened; `texts` are all texts of its definition, lorebook included. */
export type ScreenedCard = {
  name: string
  tagline: string
  age: number | null
  texts: readonly string[]
  /** The definition itself, of any shape, whose fields say who is meant by a sentence without a name. */
  definition?: unknown
  tags: readonly string[]
  rating: 'sfw' | 'nsfw'
}

type CardReason = 'age_missing' | 'age_under_18' | 'age_contradicted' | 'doubtful' | SafetyCategory
export type CardVerdict = {
  state: 'ok' | 'draft' | 'in_review' | 'blocked'
  reasons: CardReason[]
  /** Nothing in it is romantic or sexual, so that a person in the protected mode may meet it (A8). */
  suitsTeens: boolean
}

const SEXUAL_CUES = CUE.act | CUE.body

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
  const ageFinding = ageInTexts(card)
  if (ageFinding === 'stated') return { state: 'draft', reasons: ['age_contradicted'], suitsTeens: false }
  // Perhaps the character, perhaps someone else in the story: a person should look before anybody chats with it.
  if (ageFinding === 'doubtful') return { state: 'in_review', reasons: ['doubtful', 'minor_safety'], suitsTeens: false }
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
  return !Number.isInteger(card.age) || card.age < ADULT_AGE ? 'age_under_18' : null
}

/** What the texts say of the character's age, if it is one under 18. */
function ageInTexts({ name, tagline, tags, texts, definition }: ScreenedCard): AgeFinding | null {
  const { names, texts: parts } = ageTextsOf(definition, name)
  const shown = [tagline, tags.join(', '), ...texts]
  const called = names.length === 0 ? [''] : names
  if (shown.some((text) => called.some((each) => hasOwnAgePhrase(text, each)))) return 'stated'
  const known = new Set(parts.map(({ text }) => text))
  const others = texts.filter((text) => !known.has(text))
  const read: CardAgeText[] = [
    ...[tagline, ...tags].map((text): CardAgeText => ({ text, kind: 'about' })),
    ...parts,
    ...others.map((text): CardAgeText => ({ text, kind: 'other' })),
  ]
  let finding = findMinorAge(name, [bareName(name)], 'other')
  if (finding === 'stated') return finding
  for (const { text, kind } of read) {
    const found = findMinorAge(text, names, kind)
    if (found === 'stated') return found
    finding ??= found
  }
  return finding
}

/** The kinds of cue in these texts, as bits. */
function cueGroupsIn(texts: readonly string[]): number {
  let groups = 0
  for (const text of texts) {
    for (const cue of withoutShielded(findCues(text, screeningLexicon).cues, CUE.shield)) groups |= cue.group
  }
  return groups
}
