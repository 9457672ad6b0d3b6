import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { assertCanChat, checkCardAccess, loadPerson, type Person } from '../accounts/module.ts'
import { isMinor, recordVerdict, screenCardPaced, screenTextPaced } from '../safety/module.ts'
import { collectTexts, type GroupContent, type SingleContent } from './card-content.ts'
import type { CardEditorServices } from './services.ts'

/**
 * The creator of cards: an adult, or a teen in the protected mode while chats are open to them (A3, A5, 1b).
 * @throws AppError NotSignedIn when the person no longer exists, AgeNotOpen.
 */
export async function loadMaker(
  services: Pick<CardEditorServices, 'database' | 'clock' | 'settings'>,
  caller: SignedInCaller,
): Promise<Person> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  await assertCanChat(services, person, caller)
  return person
}

/**
 * Adult cards may only be created by people who may see them (N2).
 * @throws AppError AgeNotOpen before the confirmation, InvalidInput on `rating` where adult content is off.
 */
export function assertRatingAllowed(
  services: Pick<CardEditorServices, 'settings'>,
  maker: Person,
  caller: Pick<SignedInCaller, 'country'>,
  rating: 'sfw' | 'nsfw',
): void {
  const answer = checkCardAccess(
    services.settings,
    { person: maker, country: caller.country },
    { rating, suitsTeens: true },
  )
  if (answer === 'confirm_age') throw new AppError('AgeNotOpen', { reason: 'confirm_age' })
  if (answer === 'absent') throw invalidInput('rating', 'not_available')
}

/** The state that a card's texts allow, and why it is less than its creator requested. */
export interface ModerationResult {
  state: 'draft' | 'in_review' | 'published'
  hindrances: string[]
  suitsTeens: boolean
}

/**
 * Teens keep their cards to themselves, with nothing romantic or sexual in them (1b).
 * @throws AppError AgeNotOpen, SafetyStop.
 */
export function assertTeenMayStore(
  maker: Pick<Person, 'ageState'>,
  visibility: string,
  { suitsTeens }: Pick<ModerationResult, 'suitsTeens'>,
): void {
  if (!isMinor(maker.ageState)) return
  if (visibility !== 'private') throw new AppError('AgeNotOpen', { reason: 'under_18' })
  if (!suitsTeens) throw new AppError('SafetyStop', { category: 'romance' })
}

/**
 * Screens all texts of a character (B1, B5, B6), including lorebook, notes and whatever other programs have added.
 * @throws AppError SafetyStop for what is always blocked; the verdict is stored, the text is not.
 */
export async function moderateSingle(
  db: Queryable,
  cardId: string,
  content: SingleContent,
  isShared: boolean,
  now: Date,
): Promise<ModerationResult> {
  const texts = [content.definition, content.creator_notes, content.voice].flatMap(collectTexts)
  const verdict = await screenCardPaced({ ...content, texts })
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
  const { suitsTeens } = verdict
  if (verdict.state === 'draft') return { state: 'draft', hindrances: [...verdict.reasons], suitsTeens }
  if (verdict.state === 'ok') return { state: 'published', hindrances: [], suitsTeens }
  // Minors beside adult content: not even its creator can talk with it before a moderator has looked at it.
  if (verdict.reasons.includes('minor_safety')) return { state: 'draft', hindrances: ['minor'], suitsTeens }
  return isShared
    ? { state: 'in_review', hindrances: ['doubtful'], suitsTeens }
    : { state: 'published', hindrances: [], suitsTeens }
}

/** The same for a group's own texts; its members have been screened separately. @throws AppError SafetyStop. */
export async function moderateGroup(
  db: Queryable,
  cardId: string,
  content: GroupContent,
  isShared: boolean,
  now: Date,
): Promise<ModerationResult> {
  const { name, tagline, tags, scenario, opening } = content
  const text = [name, tagline, tags.join(', '), scenario, opening].join('\n\n')
  const verdict = await screenTextPaced(text, { surface: 'group', adultMode: content.rating === 'nsfw' })
  await recordVerdict(db, { surface: 'group', ref: cardId, verdict, now })
  if (verdict.kind === 'blocked') throw new AppError('SafetyStop', { category: verdict.category })
  if (verdict.kind === 'doubtful' && verdict.category === 'minor_safety')
    return { state: 'draft', hindrances: ['minor'], suitsTeens: false }
  const asTeen = await screenTextPaced(text, { surface: 'group', adultMode: false, teen: true })
  const suitsTeens = content.rating === 'sfw' && asTeen.kind === 'clear'
  return verdict.kind === 'doubtful' && isShared
    ? { state: 'in_review', hindrances: ['doubtful'], suitsTeens }
    : { state: 'published', hindrances: [], suitsTeens }
}
