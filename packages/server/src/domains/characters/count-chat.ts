import type { Queryable } from '../../platform/db/database.ts'
import { popularityRank } from './popularity.ts'
import { addToCounts, moveInSearch, moveOnShelf } from './store.ts'

/** Counts one more chat with this card, in the transaction that starts it. */
export async function countChatStarted(tx: Queryable, cardId: string): Promise<void> {
  await changeCounts(tx, cardId, { chats: 1, likes: 0 })
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
