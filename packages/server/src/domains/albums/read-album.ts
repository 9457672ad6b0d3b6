import type { Locale } from '@everkin/contract/locales.ts'
import type { Attachment } from '@everkin/contract/types.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { loadPerson, type Person } from '../accounts/person.ts'
import { ratingSettingsOf, viewerOf } from '../accounts/viewer.ts'
import { type CardForChat, findCardForChat, isKnownTo } from '../characters/card-for-chat.ts'
import { checkRating, readerOf } from '../characters/reader.ts'
import { findChatCard } from '../chats/find-chat-card.ts'
import { isMinor } from '../safety/age-state.ts'
import { offersAllowed } from '../safety/crisis-state.ts'
import { mayChat, maySeeRating } from '../safety/who-may-see.ts'
import type { AlbumServices } from './services.ts'
import { type SeenItem, selectAlbum, selectItems } from './store.ts'
import { type AlbumReader, attachmentView } from './views.ts'

interface Page {
  limit: number
  cursor?: string | undefined
}

/** A chat's album, and whose eyes it is read with. */
export interface ChatAlbumRead {
  reader: AlbumReader
  person: Person
  items: SeenItem[]
}

/**
 * The album of everybody in a chat of the caller's own.
 * @throws AppError NotFound for a chat that is not theirs or a card that is no longer for them, AgeNotOpen, NotSignedIn.
 */
export async function readChatAlbum(
  services: AlbumServices,
  caller: Pick<Caller, 'locale' | 'country'> & { identity: { personId: string } },
  chatId: string,
): Promise<ChatAlbumRead> {
  const { database, settings, clock } = services
  const { personId } = caller.identity
  const person = await loadPerson(database, personId)
  if (!person) throw new AppError('NotSignedIn')
  const verdict = mayChat({ ageState: person.ageState, localHour: 12 }, settings.audience)
  if (!verdict.allowed) throw new AppError('AgeNotOpen', { reason: verdict.reason })
  // There is no locked media in the protected mode (1b).
  if (isMinor(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  const cardId = await findChatCard(database, chatId, personId)
  if (cardId === null) throw new AppError('NotFound')
  const ready = await services.cards.find(cardId, caller.locale)
  const cards = ready ? [ready.card, ...ready.card.members] : []
  const viewer = viewerOf(person, caller.country)
  const answers = cards.map(({ rating }) => maySeeRating(viewer, rating, ratingSettingsOf(settings)))
  if (answers.includes('confirm_age')) throw new AppError('AgeNotOpen', { reason: 'confirm_age' })
  if (answers.includes('absent')) throw new AppError('NotFound')
  const reader = readerIn(person, caller.locale, clock.now())
  const items = await selectAlbum(database, personId, cardIdsOf(ready?.card ?? { id: cardId, members: [] }))
  return { reader, person, items: items.filter(openTo(personId, cards)) }
}

/** Of a card that its maker has taken back a reader has what they unlocked, and nothing more. */
function openTo(readerId: string | null, cards: readonly CardForChat[]): (item: SeenItem) => boolean {
  const known = cards.filter((card) => isKnownTo(readerId, { ...card, creator_id: card.creatorId })).map(({ id }) => id)
  return (item) => item.isUnlocked || known.includes(item.cardId)
}

/** How a person sees albums at this time. */
export function readerIn(person: Person, locale: Locale, now: Date): AlbumReader {
  return { personId: person.id, locale, mayBeOffered: offersAllowed(person.lastCrisisAt, now) }
}

function cardIdsOf(card: { id: string; members: readonly { id: string }[] }): string[] {
  return [card.id, ...card.members.map(({ id }) => id)]
}

/**
 * The album of a card, for its page; empty for someone under 18.
 * @throws AppError NotFound for a card that the caller may not know of, AgeNotOpen.
 */
export async function readCardAlbum(
  services: AlbumServices,
  caller: Pick<Caller, 'locale' | 'country' | 'identity'>,
  cardId: string,
): Promise<{ reader: AlbumReader; items: SeenItem[] }> {
  const { database, clock } = services
  const gate = await readerOf(services, caller)
  const card = await findCardForChat(database, { cardId, locale: caller.locale, readerId: gate.personId })
  if (!card) throw new AppError('NotFound')
  for (const one of [card, ...card.members]) checkRating(gate, one.rating)
  const person = gate.personId === null ? null : await loadPerson(database, gate.personId)
  if (person && isMinor(person.ageState)) return { reader: readerIn(person, caller.locale, clock.now()), items: [] }
  const reader = person
    ? readerIn(person, caller.locale, clock.now())
    : { personId: null, locale: caller.locale, mayBeOffered: true }
  const items = (await selectAlbum(database, gate.personId, cardIdsOf(card)))
    .filter((item) => item.removedAt === null)
    .filter(openTo(gate.personId, [card, ...card.members]))
  return { reader, items }
}

/** A page of an album on the wire. */
export function albumPage(
  services: AlbumServices,
  { reader, items }: { reader: AlbumReader; items: readonly SeenItem[] },
  { limit, cursor }: Page,
): { list: Attachment[]; next_cursor: string | null } {
  if (cursor !== undefined && !/^\d{1,6}$/.test(cursor)) throw invalidInput('cursor')
  const from = Number(cursor ?? 0)
  return {
    list: items.slice(from, from + limit).map((item) => attachmentView(services, item, reader)),
    next_cursor: items.length > from + limit ? String(from + limit) : null,
  }
}

/** A card's album as its maker has it: all of it open. @throws AppError NotFound for a card that is not theirs. */
export async function readOwnAlbum(
  services: AlbumServices,
  personId: string,
  locale: Locale,
  cardId: string,
): Promise<(Attachment & { keys: string[]; unlocked_count: number })[]> {
  const card = await findCardForChat(services.database, { cardId, locale, readerId: personId })
  if (card?.creatorId !== personId) throw new AppError('NotFound')
  const reader = { personId, locale, mayBeOffered: true }
  return (await selectItems(services.database, cardId)).map((item) => ({
    ...attachmentView(services, { ...item, isUnlocked: true }, reader),
    locked: item.locked,
    keys: item.keys,
    unlocked_count: item.unlockedCount,
  }))
}
