import { collectTexts } from '@everkin/card-formats'
import { screenAlbum } from '../albums/module.ts'
import type { WrittenCard } from '../characters/module.ts'
import {
  findMinorMemberPaced,
  haveTagsForTeens,
  recordVerdict,
  type SafetyCategory,
  screenCardPaced,
  screenTextPaced,
} from '../safety/module.ts'
import type { GroupContent, SingleContent } from './card-content.ts'
import type { CardEditorServices } from './services.ts'

/** What the local rules alone say of a card: always blocked, a draft that nobody can chat with, or neither. */
export type RuleJudgement =
  | { kind: 'blocked'; category: SafetyCategory }
  /** `isDoubt`: a moderator may publish it. */
  | { kind: 'draft'; blockers: string[]; isDoubt: boolean; suitsTeens: boolean }
  | { kind: 'passes'; isDoubtful: boolean; suitsTeens: boolean }

type RuleServices = Pick<CardEditorServices, 'database' | 'clock'>

export type NamedMember = Pick<WrittenCard, 'name' | 'definition'>

const MINOR_DOUBT = { kind: 'draft', blockers: ['minor'], isDoubt: true, suitsTeens: false } as const

/** Screens all texts of a character and its album (B1, B5, B6). The verdict of a blocked one is stored, the text is not. */
export async function judgeSingle(
  { database, clock }: RuleServices,
  cardId: string,
  content: SingleContent,
  albumTexts: readonly string[],
): Promise<RuleJudgement> {
  const texts = [content.definition, content.creator_notes, content.voice].flatMap(collectTexts)
  const { state, reasons, suitsTeens } = await screenCardPaced({ ...content, texts })
  if (state === 'blocked') {
    const category = (reasons[0] ?? 'minor_safety') as SafetyCategory // a blocked card's only reason is a category
    await recordVerdict(database, {
      surface: 'card',
      ref: { id: cardId, personId: null },
      now: clock.now(),
      verdict: { kind: 'blocked', category, rule: 'card', at: 0 },
    })
    return { kind: 'blocked', category }
  }
  const album = await screenAlbum(albumTexts, content.rating)
  if (album.kind === 'blocked') {
    await recordVerdict(database, {
      surface: 'card',
      ref: { id: cardId, personId: null },
      now: clock.now(),
      verdict: album,
    })
    return { kind: 'blocked', category: album.category }
  }
  if (state === 'draft') return { kind: 'draft', blockers: [...reasons], isDoubt: false, suitsTeens }
  // Minors beside adult content: not even its creator can talk with it before a moderator has looked at it.
  if (reasons.includes('minor_safety')) return { ...MINOR_DOUBT, blockers: ['minor'], suitsTeens }
  return { kind: 'passes', isDoubtful: state === 'in_review', suitsTeens }
}

/** What the local rules and the moderation model read of a group. */
export function textOfGroup({ name, tagline, tags, scenario, opening }: GroupContent): string {
  return [name, tagline, tags.join(', '), scenario, opening].join('\n\n')
}

/** Screens a group's own texts, which may contradict the ages of its members (B5). The verdict is stored. */
export async function judgeGroup(
  { database, clock }: RuleServices,
  cardId: string,
  content: GroupContent,
  members: readonly NamedMember[],
): Promise<RuleJudgement> {
  const text = textOfGroup(content)
  const verdict = await screenTextPaced(text, { surface: 'group', adultMode: content.rating === 'nsfw' })
  await recordVerdict(database, { surface: 'group', ref: { id: cardId, personId: null }, verdict, now: clock.now() })
  if (verdict.kind === 'blocked') return { kind: 'blocked', category: verdict.category }
  // What a sentence states of a member outweighs a doubt about another one.
  const age = await findMinorMemberPaced(agedGroup(content, members))
  if (age === 'stated') return { ...MINOR_DOUBT, blockers: ['age_contradicted'], isDoubt: false }
  if (age !== null || (verdict.kind === 'doubtful' && verdict.category === 'minor_safety'))
    return { ...MINOR_DOUBT, blockers: ['minor'] }
  const asTeen = await screenTextPaced(text, { surface: 'group', adultMode: false, isTeen: true })
  const suitsTeens = content.rating === 'sfw' && asTeen.kind === 'clear' && haveTagsForTeens(content.tags)
  return { kind: 'passes', isDoubtful: verdict.kind === 'doubtful', suitsTeens }
}

/** Plain values only, which may go to another thread. */
function agedGroup({ name, tagline, tags, scenario, opening }: GroupContent, members: readonly NamedMember[]) {
  // Of a definition only the other name is used; a lorebook need not be copied.
  const named = members.map(({ name, definition }) => ({ name, definition: { nickname: definition?.nickname } }))
  return { name, tagline, tags, scenario, opening, members: named }
}
