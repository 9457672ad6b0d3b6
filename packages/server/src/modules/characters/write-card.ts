import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/database.ts'
import { decodePosition, encodePosition, type IdPage, START_POSITION, toPage } from './pagination.ts'
import { popularityRank } from './popularity.ts'
import { indexCards } from './search-index.ts'
import { updateListingRank, updateSearchRank } from './store.ts'
import {
  clearCardContents,
  countCardsOf,
  deleteUnreferencedCards,
  hideCardsOf,
  selectIdsOfCards,
  selectOwnCards,
  selectWrittenCard,
  upsertWrittenCard,
  type WrittenCard,
} from './written-card-store.ts'

export {
  haveCardsChanged,
  type RuleVersionPosition,
  selectCardsJudgedBefore,
  selectGroupsOf,
  setRuleVersion,
  type WrittenCard,
} from './written-card-store.ts'

/** A card that this person created, as they wrote it; null for any other. */
export async function findOwnCard(db: Queryable, personId: string, id: string): Promise<WrittenCard | null> {
  const card = await findWrittenCard(db, id)
  return card?.creatorId === personId ? card : null
}

/** Like `findOwnCard`, but locks the row until the transaction ends. */
export async function lockOwnCard(tx: Transaction, personId: string, id: string): Promise<WrittenCard | null> {
  const card = onlyRow(await selectWrittenCard(tx, id, true))
  return card?.creatorId === personId ? card : null
}

/** Any card as its creator wrote it. The caller checks who may read it. */
export async function findWrittenCard(db: Queryable, id: string): Promise<WrittenCard | null> {
  return onlyRow(await selectWrittenCard(db, id, false)) ?? null
}

/** Ids of all cards of a person, oldest first. */
export async function listIdsOfOwnCards(db: Queryable, personId: string): Promise<string[]> {
  return (await selectIdsOfCards(db, personId)).map(({ id }) => id)
}

/** The number of cards that a person has. */
export const countOwnCards = countCardsOf

/** Stores a card and adds it to lists and search, or removes it from them. */
export async function saveCard(tx: Transaction, card: WrittenCard): Promise<void> {
  const fresh = popularityRank({ chat_count: 0, like_count: 0, editorial: 0 })
  const counts = onlyRow(await upsertWrittenCard(tx, card, fresh))
  await indexCards(tx, [card.id])
  if (!counts || counts.rank === popularityRank(counts)) return
  await updateListingRank(tx, card.id, popularityRank(counts))
  await updateSearchRank(tx, card.id, popularityRank(counts))
}

/** Deletes cards: nobody can find, read or chat with them any more. Their chats stay readable and show their name. */
export async function deleteCards(tx: Transaction, ids: readonly string[], now: Date): Promise<void> {
  await clearCardContents(tx, ids, now)
  await indexCards(tx, ids)
  await deleteUnreferencedCards(tx, ids)
}

/** Takes all cards of a person out of lists, search and other people’s sight: nobody under 18 publishes (A5, A8). */
export async function makeCardsPrivate(tx: Transaction, personId: string, now: Date): Promise<string[]> {
  const ids = (await hideCardsOf(tx, personId, now)).map(({ id }) => id)
  await indexCards(tx, ids)
  return ids
}

interface OwnCardsQuery {
  type: 'single' | 'multiple'
  show?: 'public' | 'unlisted' | 'private' | 'draft' | 'in_review' | undefined
  cursor?: string | undefined
  limit: number
}

/**
 * A page of the reader's own cards, last changed first. Those whose rating they may not see now are left out (N4).
 * @throws AppError InvalidInput on `cursor` for one that is not of this list.
 */
export async function listOwnCards(
  db: Queryable,
  reader: { personId: string; ratings: readonly string[] },
  query: OwnCardsQuery,
): Promise<IdPage> {
  const position = decodePosition(query.cursor, 'own')
  const after = position
    ? { updatedAt: new Date(position.updatedAt), id: position.id }
    : { updatedAt: START_POSITION.publishedAt, id: START_POSITION.id }
  const shown = { type: query.type, show: query.show ?? null, ratings: reader.ratings }
  const rows = await selectOwnCards(db, reader.personId, shown, after, query.limit + 1)
  return toPage(rows, query.limit, (last) =>
    encodePosition({ list: 'own', updatedAt: last.updated_at.toISOString(), id: last.card_id }),
  )
}
