import { createHash } from 'node:crypto'
import type { Queryable } from '../../platform/db/database.ts'
import { popularityRank } from './popularity.ts'
import { addPerson, addToCounts, moveInSearch, moveOnShelf } from './store.ts'

/**
 * Counts a person who begins to talk with this card, in the transaction that starts the chat; each once, whatever they
 * start and delete: lists are sorted by this number.
 */
export async function countChatStarted(tx: Queryable, cardId: string, personId: string): Promise<void> {
  const digest = createHash('sha256').update(`${personId}/${cardId}`).digest()
  if ((await addPerson(tx, cardId, digest)).length > 0) await changeCounts(tx, cardId, { chats: 1, likes: 0 })
}

/** Search follows in strides of this many steps of a rank: a card has a hundred rows there and more. */
const SEARCH_STRIDE = 100

/** Changes a card's counts; its places in lists and search move along only when its rank does. */
export async function changeCounts(
  tx: Queryable,
  cardId: string,
  change: { chats: number; likes: number },
): Promise<void> {
  const [card] = await addToCounts(tx, cardId, change)
  if (!card) return
  const rank = popularityRank(card)
  if (rank === card.rank) return
  await moveOnShelf(tx, cardId, rank)
  if (stride(rank) !== stride(card.rank)) await moveInSearch(tx, cardId, rank)
}

const stride = (rank: number) => Math.floor(rank / SEARCH_STRIDE)
