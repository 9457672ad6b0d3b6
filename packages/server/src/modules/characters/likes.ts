import { AppError } from '../../platform/app-error.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import type { ExportRequest } from '../../platform/personal-data.ts'
import { lockPersonRow } from '../accounts/module.ts'
import { findCardForChat } from './card-for-chat.ts'
import { decodePosition, encodePosition, type IdPage, START_POSITION, toPage } from './pagination.ts'
import { updateCounts } from './popularity.ts'
import { assertCardAccess, type Reader } from './reader.ts'
import type { CharacterServices } from './services.ts'
import { deleteLike, deleteLikesOf, insertLike, selectFavourites, selectLikesOf } from './store.ts'

/**
 * Likes a card, or removes the like; repeating it changes nothing.
 * @throws AppError NotFound for a card this reader cannot see, NotSignedIn when the person no longer exists.
 */
export async function likeCard(
  services: Pick<CharacterServices, 'database' | 'clock' | 'onCardChange'>,
  reader: Reader & { personId: string },
  cardId: string,
  on: boolean,
): Promise<void> {
  const now = services.clock.now()
  await services.database.transaction(async (tx) => {
    // A like has no foreign key to its person: one stored after their erasure would stay.
    if (!(await lockPersonRow(tx, reader.personId))) throw new AppError('NotSignedIn')
    await assertCardVisible(tx, reader, cardId)
    const changed = on
      ? await insertLike(tx, reader.personId, cardId, now)
      : await deleteLike(tx, reader.personId, cardId)
    if (changed.length > 0) await updateCounts(tx, cardId, { chats: 0, likes: on ? 1 : -1 })
  })
  services.onCardChange(cardId, reader.personId)
}

async function assertCardVisible(tx: Transaction, reader: Reader, cardId: string): Promise<void> {
  const card = await findCardForChat(tx, { cardId, locale: reader.locale, readerId: reader.personId })
  if (!card) throw new AppError('NotFound')
  assertCardAccess(reader, card)
}

interface FavouritesQuery {
  type: 'single' | 'multiple'
  cursor?: string | undefined
  limit: number
}

/**
 * A page of what this reader has liked, latest first. A card that is private by now, or no longer allowed for their
 * age, is left out as everywhere else (N4). The like itself stays, so the card returns when it is visible again.
 * @throws AppError InvalidInput on `cursor` for one that is not of this list.
 */
export async function listFavourites(
  db: Queryable,
  reader: Reader & { personId: string },
  query: FavouritesQuery,
): Promise<IdPage> {
  const position = decodePosition(query.cursor, 'favourites')
  const after = position
    ? { likedAt: new Date(position.likedAt), id: position.id }
    : { likedAt: START_POSITION.publishedAt, id: START_POSITION.id }
  const rows = await selectFavourites(db, reader, query.type, after, query.limit + 1)
  return toPage(rows, query.limit, (last) =>
    encodePosition({ list: 'favourites', likedAt: last.liked_at.toISOString(), id: last.card_id }),
  )
}

/** The cards that a person has liked, without those that do not exist for them now (N4, A8). */
export async function exportLikes(db: Queryable, { person, canMeet }: ExportRequest): Promise<object[]> {
  const likes = await selectLikesOf(db, person.id)
  return likes.filter(canMeet).map(({ card_id, type, name, created_at }) => ({ card_id, type, name, created_at }))
}

/** Removes every like of an erased person (D2), ordered by card so that two erasures cannot deadlock. */
export async function eraseLikes(tx: Transaction, personId: string): Promise<void> {
  const likes = await deleteLikesOf(tx, personId)
  for (const cardId of likes.map(({ card_id }) => card_id).sort()) {
    await updateCounts(tx, cardId, { chats: 0, likes: -1 })
  }
}
