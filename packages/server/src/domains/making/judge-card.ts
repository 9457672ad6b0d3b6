import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { recordVerdict } from '../safety/record-verdict.ts'
import { screenCard } from '../safety/screen-card.ts'
import { screenText } from '../safety/screen-text.ts'
import { type GroupContent, type SingleContent, textsIn } from './card-content.ts'

/** What a card may be, as its texts are, and why it is less than its maker wishes. */
export interface Judgement {
  state: 'draft' | 'in_review' | 'published'
  hindrances: string[]
}

/**
 * The rules over all texts of a character (B1, B5, B6): lorebook, notes and whatever other programs have put in too.
 * @throws AppError SafetyStop for what is always blocked; the verdict is kept, the text is not.
 */
export async function judgeSingle(
  db: Queryable,
  cardId: string,
  content: SingleContent,
  isShared: boolean,
  now: Date,
): Promise<Judgement> {
  const texts = [content.definition, content.creator_notes, content.voice].flatMap(textsIn)
  const verdict = screenCard({ ...content, texts })
  if (verdict.state === 'blocked') {
    const category = verdict.reasons[0] ?? 'minor_safety'
    await recordVerdict(db, {
      surface: 'card',
      ref: cardId,
      now,
      verdict: { kind: 'blocked', category: category as 'minor_safety', rule: 'card', at: 0 }, // a blocked card's only reason is a category
    })
    throw new AppError('SafetyStop', { category })
  }
  if (verdict.state === 'draft') return { state: 'draft', hindrances: [...verdict.reasons] }
  if (verdict.state === 'ok') return { state: 'published', hindrances: [] }
  // Minors beside adult content: not even its maker talks with it before a person has looked.
  if (verdict.reasons.includes('minor_safety')) return { state: 'draft', hindrances: ['minor'] }
  return isShared ? { state: 'in_review', hindrances: ['doubtful'] } : { state: 'published', hindrances: [] }
}

/** The same over a group's own texts; its members have been judged by themselves. @throws AppError SafetyStop. */
export async function judgeGroup(
  db: Queryable,
  cardId: string,
  content: GroupContent,
  isShared: boolean,
  now: Date,
): Promise<Judgement> {
  const { name, tagline, tags, scenario, opening } = content
  const text = [name, tagline, tags.join(', '), scenario, opening].join('\n\n')
  const verdict = screenText(text, { surface: 'group', adultMode: content.rating === 'nsfw' })
  await recordVerdict(db, { surface: 'group', ref: cardId, verdict, now })
  if (verdict.kind === 'blocked') throw new AppError('SafetyStop', { category: verdict.category })
  if (verdict.kind === 'doubtful' && verdict.category === 'minor_safety')
    return { state: 'draft', hindrances: ['minor'] }
  return verdict.kind === 'doubtful' && isShared
    ? { state: 'in_review', hindrances: ['doubtful'] }
    : { state: 'published', hindrances: [] }
}
