import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { assertCanChat, loadPerson, type Person } from '../../accounts/module.ts'
import { findPersona } from '../../personas/module.ts'
import type { ChatServices } from '../services.ts'
import { type ChatRow, findChat, selectPersonOfChat } from '../store/chat-store.ts'
import type { LoadedCard } from './card-cache.ts'
import type { ChatContext, ForReader } from './chat-context.ts'
import { assertCanChatWithCard, type ChatReader, canSee } from './participant-policy.ts'
import { findCardOfChat } from './participants.ts'

/**
 * Loads what a turn needs and checks that it is allowed. The age is read from the database every time, so that a change
 * takes effect at once (AZ-03).
 * @throws AppError NotSignedIn, AgeNotOpen, NotFound.
 */
export async function loadChatContext(
  services: ChatServices,
  reader: ChatReader,
  chatId: string,
): Promise<ChatContext> {
  const { personId } = reader.identity
  const [person, chat] = await Promise.all([
    loadPerson(services.database, personId),
    findChat(services.database, chatId, personId),
  ])
  if (!person) throw new AppError('NotSignedIn')
  await assertCanChat(services, person, reader)
  if (!chat) throw new AppError('NotFound')
  const locale = chat.locale as Locale // written from a Locale
  const loadedCard = await findCardOfChat(services, chat, locale)
  if (!loadedCard || !canSee(services, person, reader, loadedCard)) throw new AppError('NotFound')
  assertCanChatWithCard(person, loadedCard)
  const forReader = await loadForReader(services, { chat, loadedCard }, reader.locale ?? person.lang)
  return { person, chat, loadedCard, forReader, lore: await services.lore.find(person, chat), locale }
}

/**
 * Loads the context again before the next reply of a group's round, or a reply to queued messages: the person, the chat
 * or the card may have changed meanwhile. Null when the person may no longer chat here, or is suspended.
 */
export async function reloadChatContext(
  services: ChatServices,
  before: Pick<ChatContext, 'person' | 'forReader'>,
  chatId: string,
): Promise<ChatContext | null> {
  const { person, forReader } = before
  // The rules of their country were applied to the message that is being answered.
  const reader = { identity: { personId: person.id }, country: null, locale: forReader.locale, isBackground: true }
  const context = await loadChatContext(services, reader, chatId).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  return context?.person.suspensionId === null ? context : null
}

/** A chat's card in the language of its reader. Loads it only if that is not the chat's. */
export async function loadForReader(
  services: Pick<ChatServices, 'cards'>,
  { chat, loadedCard }: { chat: ChatRow; loadedCard: LoadedCard },
  locale: Locale,
): Promise<ForReader> {
  const translated = locale === chat.locale ? loadedCard : await findCardOfChat(services, chat, locale)
  return { locale, card: (translated ?? loadedCard).card }
}

/**
 * The person's name and description in a chat, as characters see them: the chat's persona, or the nickname when there
 * is none or when it was deleted since the chat was read. Queries the database only for a chat with a persona.
 */
export async function findChatPersona(
  db: Queryable,
  { person, chat }: { person: Pick<Person, 'id' | 'nickname'>; chat: Pick<ChatRow, 'personaId'> },
): Promise<{ name: string; text: string }> {
  const persona = chat.personaId && (await findPersona(db, person.id, chat.personaId))
  return persona ? { name: persona.name, text: persona.description } : { name: person.nickname, text: '' }
}

/** The id of the card of a person's chat; null for a chat that does not exist, is deleted or belongs to someone else. */
export async function findChatCard(db: Queryable, chatId: string, personId: string): Promise<string | null> {
  return (await findChat(db, chatId, personId))?.cardId ?? null
}

/** The owner of a chat; null for one that does not exist. */
export async function findPersonOfChat(db: Queryable, chatId: string): Promise<string | null> {
  return (await selectPersonOfChat(db, chatId))[0]?.personId ?? null
}
