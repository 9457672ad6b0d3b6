import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../../platform/app-error.ts'
import { loadPerson, type Person } from '../../accounts/module.ts'
import { canChatWith } from '../../characters/module.ts'
import { isAdult } from '../../safety/module.ts'
import type { ChatServices } from '../services.ts'
import type { ChatRow } from '../store/chat-store.ts'
import type { PreparedChatCard } from './card-cache.ts'
import { prepareChat } from './participants.ts'

const ADULT_AGE = 18

type Rules = Pick<ChatServices, 'settings'>

/**
 * What was said with a character is there while it is an adult's (B5), and where it is for adults alone, for those who
 * see such (N4); in a group that goes for every member.
 */
export function canSee({ settings }: Rules, person: Person, ready: PreparedChatCard): boolean {
  const speakers = ready.card.type === 'single' ? [ready] : ready.members
  if (!speakers.every(({ card }) => card.age !== null && card.age >= ADULT_AGE)) return false
  const isForAdults = [ready, ...ready.members].some(({ card }) => card.rating === 'nsfw')
  return !isForAdults || (settings.nsfwEnabled && person.nsfw && isAdult(person.ageState))
}

/**
 * A chat goes on with a card that this person may talk with as it is now (B5): its maker may have taken it back.
 * @throws AppError NotFound; what was said stays to be read.
 */
export function assertOpen(person: Person, ready: PreparedChatCard): void {
  if (!canChatWith(person, ready.card)) throw new AppError('NotFound', { reason: 'closed' }, 'chatClosed')
}

/** What this person does not see is as if it were not there. @throws AppError NotFound. */
export async function assertVisible(services: ChatServices, chat: ChatRow): Promise<void> {
  const person = await loadPerson(services.database, chat.personId)
  const ready = await prepareChat(services, chat, chat.locale as Locale) // written from a Locale
  if (!person || !ready || !canSee(services, person, ready)) throw new AppError('NotFound')
}
