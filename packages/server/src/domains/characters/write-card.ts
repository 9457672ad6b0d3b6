import type { Queryable } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/database.ts'
import { BEFORE_ALL, type IdPage, pageOf } from './card-page.ts'
import { cursorOf, readCursor } from './list-cursor.ts'
import { popularityRank } from './popularity.ts'
import { shelveCards } from './shelve-cards.ts'
import { moveInSearch, moveOnShelf } from './store.ts'
import {
  countCardsOf,
  deleteUnmet,
  emptyCards,
  selectIdsOfCards,
  selectOwnCards,
  selectWrittenCard,
  upsertWrittenCard,
  type WrittenCard,
} from './written-card-store.ts'

export type { WrittenCard } from './written-card-store.ts'

/** A card of this person's own making, as they wrote it; null for any other. */
export async function findOwnCard(db: Queryable, personId: string, id: string): Promise<WrittenCard | null> {
  const card = await findWrittenCard(db, id)
  return card?.creatorId === personId ? card : null
}

/** The same, held still until the transaction ends. */
export async function holdOwnCard(tx: Queryable, personId: string, id: string): Promise<WrittenCard | null> {
  const card = onlyRow(await selectWrittenCard(tx, id, true))
  return card?.creatorId === personId ? card : null
}

/** Any card as its maker wrote it. Who may read it is for the caller to ask. */
export async function findWrittenCard(db: Queryable, id: string): Promise<WrittenCard | null> {
  return onlyRow(await selectWrittenCard(db, id, false)) ?? null
}

/** Ids of all cards of a person, oldest first. */
export async function listIdsOfOwnCards(db: Queryable, personId: string): Promise<string[]> {
  return (await selectIdsOfCards(db, personId)).map(({ id }) => id)
}

/** How many cards a person has. */
export const countOwnCards = countCardsOf

/** Stores a card and puts it where lists and search find it, or takes it from there. */
export async function putCard(tx: Queryable, card: WrittenCard): Promise<void> {
  const fresh = popularityRank({ chat_count: 0, like_count: 0, editorial: 0 })
  const counts = onlyRow(await upsertWrittenCard(tx, card, fresh))
  await shelveCards(tx, [card.id])
  if (!counts || counts.rank === popularityRank(counts)) return
  await moveOnShelf(tx, card.id, popularityRank(counts))
  await moveInSearch(tx, card.id, popularityRank(counts))
}

/** Deletes cards: nobody finds, reads or talks with them any more; chats with them stay readable by their name. */
export async function buryCards(tx: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await emptyCards(tx, ids, now)
  await shelveCards(tx, ids)
  await deleteUnmet(tx, ids)
}

interface OwnCardsQuery {
  type: 'single' | 'multiple'
  show?: 'public' | 'unlisted' | 'private' | 'draft' | 'in_review' | undefined
  cursor?: string | undefined
  limit: number
}

/**
 * A page of a person's own cards, last changed first.
 * @throws AppError InvalidInput on `cursor` for one that is not of this list.
 */
export async function listOwnCards(db: Queryable, personId: string, query: OwnCardsQuery): Promise<IdPage> {
  const position = readCursor(query.cursor, 'own')
  const after = position
    ? { updatedAt: new Date(position.updatedAt), id: position.id }
    : { updatedAt: BEFORE_ALL.publishedAt, id: BEFORE_ALL.id }
  const shown = { type: query.type, show: query.show ?? null }
  const rows = await selectOwnCards(db, personId, shown, after, query.limit + 1)
  return pageOf(rows, query.limit, (last) =>
    cursorOf({ list: 'own', updatedAt: last.updated_at.toISOString(), id: last.card_id }),
  )
}
