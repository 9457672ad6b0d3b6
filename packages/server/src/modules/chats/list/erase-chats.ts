import type { Transaction } from '../../../platform/db/database.ts'
import { eraseVerdictRefs } from '../../safety/module.ts'
import { ReplyStopped } from '../context/live-replies.ts'
import { deleteGenerationsOf } from '../generation/generation-store.ts'
import type { ChatServices } from '../services.ts'
import { lockChatsOf } from '../store/chat-store.ts'

const BATCH_SIZE = 500

/**
 * Erases a person's chats. Rows are deleted with the person's row; this deletes the claims on replies and the
 * references of verdicts. Afterwards every process stops the replies in these chats and drops its caches.
 */
export async function eraseChats(
  services: Pick<ChatServices, 'bus'>,
  tx: Transaction,
  personId: string,
): Promise<() => Promise<void>> {
  const chatIds = (await lockChatsOf(tx, personId)).map(({ id }) => id)
  await deleteGenerationsOf(tx, personId)
  await eraseVerdictRefs(tx, chatIds)
  return async () => {
    for (let from = 0; from < chatIds.length; from += BATCH_SIZE)
      services.bus.publish({ kind: 'chats_erased', chatIds: chatIds.slice(from, from + BATCH_SIZE) })
  }
}

/** Stops the replies of erased chats and drops everything cached about them (D2, AUTH-15). */
export function dropChatCaches(
  services: Pick<ChatServices, 'replies' | 'contextCache' | 'paths'>,
  chatIds: readonly string[],
): void {
  for (const chatId of chatIds) {
    services.replies.find(chatId)?.abort.abort(new ReplyStopped('person'))
    services.contextCache.forget(chatId)
    services.paths.forget(chatId)
  }
}
