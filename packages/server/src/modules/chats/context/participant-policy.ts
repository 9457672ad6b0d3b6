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
 * Whether a person may see the chats with a card: its character must be an adult (B5), and adult-only cards are shown
 * only to people who may see them (N4). In a group this applies to every member.
 */
export function canSee({ settings }: Rules, person: Person, ready: PreparedChatCard): boolean {
  const speakers = ready.card.type === 'single' ? [ready] : ready.members
  if (!speakers.every(({ card }) => card.age !== null && card.age >= ADULT_AGE)) return false
  const isForAdults = [ready, ...ready.members].some(({ card }) => card.rating === 'nsfw')
  return !isForAdults || (settings.nsfwEnabled && person.nsfw && isAdult(person.ageState))
}

/**
 * Checks that this person may still chat with the card as it is now (B5): its creator may have withdrawn it.
 * @throws AppError NotFound; earlier messages stay readable.
 */
export function assertOpen(person: Person, ready: PreparedChatCard): void {
  if (!canChatWith(person, ready.card)) throw new AppError('NotFound', { reason: 'closed' }, 'chatClosed')
}

/** Treats a chat that this person may not see as missing. @throws AppError NotFound. */
export async function assertVisible(services: ChatServices, chat: ChatRow): Promise<void> {
  const person = await loadPerson(services.database, chat.personId)
  const ready = await prepareChat(services, chat, chat.locale as Locale) // written from a Locale
  if (!person || !ready || !canSee(services, person, ready)) throw new AppError('NotFound')
}
