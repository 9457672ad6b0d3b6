import type { Queryable } from '../../platform/db/database.ts'
import { changeCounts } from './count-chat.ts'
import { deleteLikesOf } from './store.ts'

/** Takes back every like of someone who is erased (D2), in the order of the cards so that two erasures never wait on each other. */
export async function forgetLikes(tx: Queryable, personId: string): Promise<void> {
  const likes = await deleteLikesOf(tx, personId)
  for (const cardId of likes.map(({ card_id }) => card_id).sort()) {
    await changeCounts(tx, cardId, { chats: 0, likes: -1 })
  }
}
