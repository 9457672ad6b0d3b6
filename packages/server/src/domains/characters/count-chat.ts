import type { Queryable } from '../../platform/db/database.ts'
import { popularityRank } from './popularity.ts'
import { addToCounts, moveOnShelf } from './store.ts'

/** Counts one more chat with this card, in the transaction that starts it. */
export async function countChatStarted(tx: Queryable, cardId: string): Promise<void> {
  await changeCounts(tx, cardId, { chats: 1, likes: 0 })
}

/** Changes a card's counts; its place on the shelves moves along only when its rank does. */
export async function changeCounts(
  tx: Queryable,
  cardId: string,
  change: { chats: number; likes: number },
): Promise<void> {
  const [card] = await addToCounts(tx, cardId, change)
  if (!card) return
  const rank = popularityRank(card)
  if (rank !== card.rank) await moveOnShelf(tx, cardId, rank)
}
