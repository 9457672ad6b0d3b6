import { ADULT_AGE } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../../platform/app-error.ts'
import { checkCardAccess, loadPerson, type Person } from '../../accounts/module.ts'
import { canChatWith, isBlockedCard } from '../../characters/module.ts'
import type { ChatServices } from '../services.ts'
import { type ChatRow, findChat } from '../store/chat-store.ts'
import type { LoadedCard } from './card-cache.ts'
import { findCardOfChat } from './participants.ts'

type Rules = Pick<ChatServices, 'settings'>

/** Who asks for a chat, and from where: the caller of an operation or the sender of a frame. */
export interface ChatReader {
  identity: { personId: string }
  /** As in `Caller`. */
  country: string | null | undefined
  /** Their language. By default that of their account, for work that no device asked for. */
  locale?: Locale
  /** Work without a request of its own, so no country's rule applies to it. */
  isBackground?: boolean
}

/**
 * Whether a person may see the chats with a card: its character must be an adult (B5), and adult-only cards are shown
 * only to people who may see them here and now (N4). In a group this applies to every member.
 */
export function canSee(
  { settings }: Rules,
  person: Person,
  { country, isBackground }: Pick<ChatReader, 'country' | 'isBackground'>,
  { card, members }: LoadedCard,
): boolean {
  const speakers = card.type === 'single' ? [card] : members.map((member) => member.card)
  if (!speakers.every(({ age }) => age !== null && age >= ADULT_AGE)) return false
  const rules = isBackground ? { ...settings, countryHeader: null } : settings
  return checkCardAccess(rules, { person, country }, card) === 'yes'
}

/**
 * Checks that this person may still chat with the card as it is now (B5): its creator may have withdrawn it, and the
 * person may have blocked it.
 * @throws AppError NotFound; earlier messages stay readable.
 */
export function assertCanChatWithCard(person: Person, loadedCard: LoadedCard): void {
  if (isBlockedCard(person.blockedIds, loadedCard.card))
    throw new AppError('NotFound', { reason: 'closed' }, 'chatBlocked')
  if (!canChatWith(person, loadedCard.card)) throw new AppError('NotFound', { reason: 'closed' }, 'chatClosed')
}

/**
 * A chat of the reader's own and its card in their language; null for one that does not exist, is deleted, or has a
 * card that they may not see. Everything that reads a chat without writing into it goes through here or through
 * `loadChatContext`.
 */
export async function findVisibleChat(
  services: Pick<ChatServices, 'database' | 'settings' | 'cards'>,
  reader: ChatReader,
  chatId: string,
): Promise<{ chat: ChatRow; loadedCard: LoadedCard } | null> {
  const { personId } = reader.identity
  const [person, chat] = await Promise.all([
    loadPerson(services.database, personId),
    findChat(services.database, chatId, personId),
  ])
  if (!person || !chat) return null
  const loadedCard = await findCardOfChat(services, chat, reader.locale ?? person.lang)
  return loadedCard && canSee(services, person, reader, loadedCard) ? { chat, loadedCard } : null
}

/** `findVisibleChat`, where the chat must exist. @throws AppError NotFound. */
export async function loadVisibleChat(
  ...asked: Parameters<typeof findVisibleChat>
): Promise<NonNullable<Awaited<ReturnType<typeof findVisibleChat>>>> {
  const found = await findVisibleChat(...asked)
  if (!found) throw new AppError('NotFound')
  return found
}
