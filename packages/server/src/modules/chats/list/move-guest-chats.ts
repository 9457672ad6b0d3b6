import { LIMITS } from '@everkin/contract/limits.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { EventBus } from '../../../platform/realtime/event-bus.ts'
import { bumpUserRev, type GuestChats } from '../../accounts/module.ts'
import { countChatStarted } from '../../characters/module.ts'
import { measureChatsOf } from '../store/chat-store.ts'
import { endStreaming } from '../store/message-store.ts'

/**
 * The implementation of the accounts module's port. Chats in which the guest wrote nothing are left behind, and so are
 * all of them when the account is full. A reply under way is stopped and keeps the text it has. The chats count for
 * their cards now, since guests do not.
 */
export function createGuestChats(bus: EventBus): GuestChats {
  return {
    async move(tx, { fromId, toId }) {
      const userRev = await bumpUserRev(tx, toId)
      const chats = await lockWrittenChats(tx, fromId)
      const { count, bulkBytes } = await measureChatsOf(tx, toId)
      if (chats.length === 0 || count + chats.length > LIMITS.chats || bulkBytes >= LIMITS.chatBytes)
        return async () => undefined
      const chatIds = chats.map(({ id }) => id)
      await stopReplies(tx, chatIds)
      // Without the client id: the account may have used the same one.
      await tx.query(
        `update message set sender_id = $2, client_id = null where chat_id = any($1::text[]) and sender_id is not null`,
        [chatIds, toId],
      )
      await tx.query('update chat set person_id = $2, user_rev = $3 where id = any($1::text[])', [
        chatIds,
        toId,
        userRev,
      ])
      for (const { cardId } of chats) await countChatStarted(tx, cardId, toId)
      return async () => bus.publish({ kind: 'chats_erased', chatIds })
    },
  }
}

/** Locks them as `lockChatsOf` does. */
function lockWrittenChats(tx: Transaction, personId: string): Promise<{ id: string; cardId: string }[]> {
  return tx.query(
    `update chat set updated_at = updated_at where person_id = $1 and deleted_at is null and exists (
       select 1 from message where chat_id = chat.id and role = 'user' and not deleted)
     returning id, card_id as "cardId"`,
    [personId],
  )
}

async function stopReplies(tx: Transaction, chatIds: readonly string[]): Promise<void> {
  await tx.query('delete from generation where chat_id = any($1::text[])', [chatIds])
  await endStreaming(tx, chatIds, 'stopped')
}
