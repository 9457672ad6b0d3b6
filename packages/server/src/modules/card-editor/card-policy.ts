import { collectTexts } from '@everkin/card-formats'
import { AppError, invalidInput, stoppedSave } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { assertCanChat, checkCardAccess, loadPerson, type Person } from '../accounts/module.ts'
import { isMinor, type ModerationOutcome } from '../safety/module.ts'
import type { GroupContent, SingleContent } from './card-content.ts'
import { judgeGroup, judgeSingle, type NamedMember, type RuleJudgement, textOfGroup } from './judge-by-rules.ts'
import type { CardEditorServices } from './services.ts'

/**
 * The creator of cards: an adult, or a teen in the protected mode while chats are open to them (A3, A5, A8).
 * @throws AppError NotSignedIn when the person no longer exists, AgeNotOpen.
 */
export async function loadCardCreator(
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
  creator: Person,
  caller: Pick<SignedInCaller, 'country'>,
  rating: 'sfw' | 'nsfw',
): void {
  const answer = checkCardAccess(
    services.settings,
    { person: creator, country: caller.country },
    { rating, suitsTeens: true },
  )
  if (answer === 'confirm_age') throw new AppError('AgeNotOpen', { reason: 'confirm_age' })
  if (answer === 'absent') throw invalidInput('rating', 'not_available')
}

/**
 * Others may see a card only where someone reviews reports and can be written to (policy, section 9). A card that they
 * see already stays as it is, and can become private.
 * @throws AppError NotAllowed.
 */
export function assertMayPublish({ settings }: Pick<CardEditorServices, 'settings'>, visibility: string): void {
  if (visibility !== 'private' && !settings.publishingEnabled) throw new AppError('NotAllowed', null, 'publishingOff')
}

/** The state that a card's texts allow, and why it is less than its creator requested. */
export interface ModerationResult {
  state: 'draft' | 'in_review' | 'published'
  blockers: string[]
  suitsTeens: boolean
}

/**
 * Teens keep their cards to themselves, with nothing romantic or sexual in them (A8).
 * @throws AppError AgeNotOpen, SafetyStop.
 */
export function assertTeenMayStore(
  creator: Pick<Person, 'ageState'>,
  visibility: string,
  { suitsTeens }: Pick<ModerationResult, 'suitsTeens'>,
): void {
  if (!isMinor(creator.ageState)) return
  if (visibility !== 'private') throw new AppError('AgeNotOpen', { reason: 'under_18' })
  if (!suitsTeens) throw stoppedSave('romance')
}

export type ModerationServices = Pick<CardEditorServices, 'database' | 'clock' | 'moderator'>

/** Who may come to see a card, and where it comes from. */
export interface CardUse {
  isShared: boolean
  isImport?: boolean
  /** The captions and keys of its album. */
  albumTexts?: readonly string[]
}

/**
 * Screens all texts of a character (B1, B5, B6), including lorebook, notes and whatever other programs have added, by
 * the local rules and the moderation model.
 * @throws AppError SafetyStop for what is always blocked; the verdict is stored, the text is not.
 */
export async function moderateSingle(
  services: ModerationServices,
  cardId: string,
  content: SingleContent,
  use: CardUse,
): Promise<ModerationResult> {
  const judgement = await judgeSingle(services, cardId, content, use.albumTexts ?? [])
  if (judgement.kind !== 'passes') return toDraft(judgement)
  const read = [...textsOfSingle(content), ...(use.albumTexts ?? [])].join('\n\n')
  const outcome = await services.moderator.checkText(read, { surface: 'card', ref: { id: cardId, personId: null } })
  return toResult(outcome, { ...use, ...judgement, rating: content.rating })
}

/** What the moderation model reads of a character. */
export function textsOfSingle(content: SingleContent): string[] {
  const { name, tagline, tags, definition, creator_notes, voice } = content
  return [name, tagline, tags.join(', '), ...[definition, creator_notes, voice].flatMap(collectTexts)]
}

/**
 * Moderates a group's own texts; its members have been screened separately, but these texts may contradict their
 * ages. @throws AppError SafetyStop.
 */
export async function moderateGroup(
  services: ModerationServices,
  cardId: string,
  content: GroupContent,
  { members, ...use }: CardUse & { members: readonly NamedMember[] },
): Promise<ModerationResult> {
  const judgement = await judgeGroup(services, cardId, content, members)
  if (judgement.kind !== 'passes') return toDraft(judgement)
  const outcome = await services.moderator.checkText(textOfGroup(content), {
    surface: 'group',
    ref: { id: cardId, personId: null },
  })
  return toResult(outcome, { ...use, ...judgement, rating: content.rating })
}

/** @throws AppError SafetyStop. */
function toDraft(judgement: Exclude<RuleJudgement, { kind: 'passes' }>): ModerationResult {
  if (judgement.kind === 'blocked') throw stoppedSave(judgement.category)
  return { state: 'draft', blockers: judgement.blockers, suitsTeens: judgement.suitsTeens }
}

interface LocalJudgement {
  rating: 'sfw' | 'nsfw'
  isDoubtful: boolean
  suitsTeens: boolean
}

/**
 * What both say together. A card that others could see, or that comes from a file, waits in review while the moderation
 * model gives no verdict (M2); `recheck-cards.ts` asks again. What either doubts does not suit teens (A8).
 * @throws AppError SafetyStop.
 */
function toResult(
  outcome: ModerationOutcome,
  { isShared, isImport = false, rating, isDoubtful, suitsTeens }: CardUse & LocalJudgement,
): ModerationResult {
  if (outcome.kind === 'blocked') throw stoppedSave(outcome.category)
  if (outcome.kind === 'doubtful' && outcome.category === 'minor_safety')
    return { state: 'draft', blockers: ['minor'], suitsTeens: false }
  const blockers: string[] = []
  if (isShared && (isDoubtful || isDoubtfulFor(rating, outcome))) blockers.push('doubtful')
  if ((isShared || isImport) && outcome.kind === 'unavailable') blockers.push('unchecked')
  return {
    state: blockers.length > 0 ? 'in_review' : 'published',
    blockers,
    suitsTeens: suitsTeens && outcome.kind !== 'doubtful',
  }
}

/** Adult content is a reason to look only at a card that is not rated so. */
export function isDoubtfulFor(rating: 'sfw' | 'nsfw', outcome: ModerationOutcome): boolean {
  return outcome.kind === 'doubtful' && !(outcome.category === 'sexual' && rating === 'nsfw')
}
