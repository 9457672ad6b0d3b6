import { createHash } from 'node:crypto'
import type { Transaction } from '../../platform/db/database.ts'
import { addToCounts, insertCardPerson, updateListingRank, updateSearchRank } from './store.ts'

/**
 * Counts a person who starts a chat with this card, in the transaction that starts the chat. Each person counts once,
 * whatever they start and delete, because lists are sorted by this number.
 */
export async function countChatStarted(tx: Transaction, cardId: string, personId: string): Promise<void> {
  const digest = createHash('sha256').update(`${personId}/${cardId}`).digest()
  if ((await insertCardPerson(tx, cardId, digest)).length > 0) await updateCounts(tx, cardId, { chats: 1, likes: 0 })
}

/** The rank in search changes only in strides of this size, since a card has a hundred or more rows there. */
const SEARCH_STRIDE = 100

/** Changes a card's counts. Its entries in lists and search are updated only when its rank changes. */
export async function updateCounts(
  tx: Transaction,
  cardId: string,
  change: { chats: number; likes: number },
): Promise<void> {
  const [card] = await addToCounts(tx, cardId, change)
  if (!card) return
  const rank = popularityRank(card)
  if (rank === card.rank) return
  await updateListingRank(tx, cardId, rank)
  if (searchStride(rank) !== searchStride(card.rank)) await updateSearchRank(tx, cardId, rank)
}

const searchStride = (rank: number) => Math.floor(rank / SEARCH_STRIDE)

/** Steps of the rank per doubling of the weight; the editorial order stays below one of the first steps. */
const STEPS_PER_DOUBLING = 200

/**
 * The rank of a card under "popular": logarithmic in chats and likes (a like counts as two chats), plus the library's
 * own order, which alone decides on a new instance. Logarithmic, so that the index entries of a popular card rarely
 * have to be updated.
 */
export function popularityRank(card: { chat_count: number; like_count: number; editorial: number }): number {
  const weight = Math.max(0, card.chat_count) + 2 * Math.max(0, card.like_count)
  return Math.floor(STEPS_PER_DOUBLING * Math.log2(1 + weight)) + card.editorial
}
