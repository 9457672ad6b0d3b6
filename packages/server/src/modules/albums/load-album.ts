import type { Locale } from '@everkin/contract/locales.ts'
import type { Attachment } from '@everkin/contract/types.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { MediaUsageSource } from '../../platform/server-module.ts'
import { checkCardAccess, loadPerson, type Person } from '../accounts/module.ts'
import { assertCardAccess, type CardForChat, findCardForChat, isVisibleTo, loadReader } from '../characters/module.ts'
import { type ChatAlbum, findChatCard, findPersonOfChat } from '../chats/module.ts'
import { canShowOffers, isAdult, isMinor } from '../safety/module.ts'
import type { AlbumServices } from './services.ts'
import {
  type ReaderItem,
  selectAlbumForReader,
  selectItems,
  selectItemsForReader,
  selectItemsOfOwner,
  selectKeys,
  selectUnlocksOfPerson,
  selectUsedFiles,
} from './store.ts'
import { type AlbumReader, isUnlockedFor, toAttachment } from './views.ts'

interface PageQuery {
  limit: number
  cursor?: string | undefined
}

/** A chat's album, and its reader. */
export interface LoadedChatAlbum {
  reader: AlbumReader
  person: Person
  items: ReaderItem[]
}

/**
 * The combined album of all participants in a chat of the caller's own.
 * @throws AppError NotFound for someone else's chat or a card they can no longer access, AgeNotOpen, NotSignedIn.
 */
export async function loadChatAlbum(
  services: AlbumServices,
  caller: Pick<Caller, 'locale' | 'country'> & { identity: { personId: string } },
  chatId: string,
): Promise<LoadedChatAlbum> {
  const { database, settings, clock } = services
  const { personId } = caller.identity
  const person = await loadPerson(database, personId)
  if (!person) throw new AppError('NotSignedIn')
  // The protected mode has no locked media (A8).
  if (isMinor(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  if (!isAdult(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'age_unknown' })
  const cardId = await findChatCard(database, chatId, personId)
  if (cardId === null) throw new AppError('NotFound')
  const ready = await services.cards.find(cardId, caller.locale)
  const cards = ready ? [ready.card, ...ready.card.members] : []
  const access = ready ? checkCardAccess(settings, { person, country: caller.country }, ready.card) : 'yes'
  if (access === 'confirm_age') throw new AppError('AgeNotOpen', { reason: 'confirm_age' })
  if (access === 'absent') throw new AppError('NotFound')
  const reader = createAlbumReader(person, caller.locale, clock.now())
  const items = await selectAlbumForReader(database, personId, cardIdsOf(ready?.card ?? { id: cardId, members: [] }))
  return { reader, person, items: items.filter(visibleTo(personId, cards)) }
}

/** Readers of a withdrawn card see only the items that they have unlocked. */
function visibleTo(readerId: string | null, cards: readonly CardForChat[]): (item: ReaderItem) => boolean {
  const known = cards
    .filter((card) => isVisibleTo(readerId, { ...card, creator_id: card.creatorId }))
    .map(({ id }) => id)
  return (item) => item.isUnlocked || known.includes(item.cardId)
}

/** How a person sees albums at this time. */
function createAlbumReader(person: Person, locale: Locale, now: Date): AlbumReader {
  return { personId: person.id, locale, mayBeOffered: canShowOffers(person.lastCrisisAt, now) }
}

function cardIdsOf(card: { id: string; members: readonly { id: string }[] }): string[] {
  return [card.id, ...card.members.map(({ id }) => id)]
}

/**
 * The album of a card, for its page; empty for a person under 18.
 * @throws AppError NotFound for a card that the caller may not see, AgeNotOpen.
 */
export async function loadCardAlbum(
  services: AlbumServices,
  caller: Pick<Caller, 'locale' | 'country' | 'identity'>,
  cardId: string,
): Promise<{ reader: AlbumReader; items: ReaderItem[] }> {
  const { database, clock } = services
  const gate = await loadReader(services, caller)
  const card = await findCardForChat(database, { cardId, locale: caller.locale, readerId: gate.personId })
  if (!card) throw new AppError('NotFound')
  assertCardAccess(gate, card)
  const person = gate.personId === null ? null : await loadPerson(database, gate.personId)
  if (person && isMinor(person.ageState))
    return { reader: createAlbumReader(person, caller.locale, clock.now()), items: [] }
  const reader = person
    ? createAlbumReader(person, caller.locale, clock.now())
    : { personId: null, locale: caller.locale, mayBeOffered: true }
  const items = (await selectAlbumForReader(database, gate.personId, cardIdsOf(card)))
    .filter((item) => item.removedAt === null)
    .filter(visibleTo(gate.personId, [card, ...card.members]))
  return { reader, items }
}

/** A page of an album on the wire. */
export function toAlbumPage(
  services: AlbumServices,
  { reader, items }: { reader: AlbumReader; items: readonly ReaderItem[] },
  { limit, cursor }: PageQuery,
): { list: Attachment[]; next_cursor: string | null } {
  if (cursor !== undefined && !/^\d{1,6}$/.test(cursor)) throw invalidInput('cursor')
  const from = Number(cursor ?? 0)
  return {
    list: items.slice(from, from + limit).map((item) => toAttachment(services, item, reader)),
    next_cursor: items.length > from + limit ? String(from + limit) : null,
  }
}

/** A card's album for its creator, with every item open. @throws AppError NotFound for someone else's card. */
export async function loadOwnAlbum(
  services: AlbumServices,
  personId: string,
  locale: Locale,
  cardId: string,
): Promise<(Attachment & { keys: string[]; unlocked_count: number })[]> {
  const card = await findCardForChat(services.database, { cardId, locale, readerId: personId })
  if (card?.creatorId !== personId) throw new AppError('NotFound')
  const reader = { personId, locale, mayBeOffered: true }
  return (await selectItems(services.database, cardId)).map((item) => ({
    ...toAttachment(services, { ...item, isUnlocked: true, quoted: null }, reader),
    locked: item.locked,
    keys: item.keys,
    unlocked_count: item.unlockedCount,
  }))
}

/** The port through which chats use albums. */
export function createChatAlbum(
  services: Pick<AlbumServices, 'settings' | 'clock'> & { media: Pick<AlbumServices['media'], 'digest'> },
): ChatAlbum {
  return {
    readKeys: (db, cardIds) => selectKeys(db, cardIds),
    async viewsOf(db: Queryable, chatId: string, ids: readonly string[]) {
      const views = new Map<string, Attachment>()
      const personId = await findPersonOfChat(db, chatId)
      const person = personId === null ? null : await loadPerson(db, personId)
      if (!person || isMinor(person.ageState)) return views
      const reader = createAlbumReader(person, person.lang, services.clock.now())
      for (const item of await selectItemsForReader(db, person.id, ids)) {
        if (item.removedAt === null || isUnlockedFor(item, person.id))
          views.set(item.id, toAttachment(services, item, reader))
      }
      return views
    },
  }
}

/** A person's album items and unlocks, for the personal data export. */
export async function exportAlbums(db: Queryable, personId: string): Promise<Record<string, unknown>[]> {
  const items = await selectItemsOfOwner(db, personId)
  const unlocks = await selectUnlocksOfPerson(db, personId)
  return [
    ...items.map((item) => ({ kind_of_row: 'item', ...item })),
    ...unlocks.map((row) => ({ kind_of_row: 'unlocked', ...row })),
  ]
}

/** Which files albums use; the purge keeps those. */
export const albumMediaUsage: MediaUsageSource = {
  usedAmong: async (db, ids) => (await selectUsedFiles(db, ids)).map(({ id }) => id),
}

/** Whether the person may report this item: it is in an album, and its card is one they may report. */
export async function canReportImage(db: Queryable, itemId: string, personId: string): Promise<boolean> {
  const [item] = await selectItemsForReader(db, personId, [itemId])
  return item !== undefined && (item.removedAt === null || item.isUnlocked)
}
