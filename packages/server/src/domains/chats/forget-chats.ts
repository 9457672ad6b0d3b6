import { eraseVerdictRefs } from '../../modules/safety/verdicts.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { lockChatsOf } from './chat-store.ts'
import { deleteGenerationsOf } from './generation-store.ts'
import { ReplyStopped } from './live-replies.ts'
import type { ChatServices } from './services.ts'

const TOLD_AT_ONCE = 500

/**
 * Chats' part in erasing a person: their rows go with the person's; what must be let go of here are the claims on
 * replies, and the ties of verdicts. Afterwards every process ends what it is writing in them and forgets them.
 */
export async function forgetChats(
  services: Pick<ChatServices, 'bus'>,
  tx: Queryable,
  personId: string,
): Promise<() => Promise<void>> {
  const chatIds = (await lockChatsOf(tx, personId)).map(({ id }) => id)
  await deleteGenerationsOf(tx, personId)
  await eraseVerdictRefs(tx, chatIds)
  return async () => {
    for (let from = 0; from < chatIds.length; from += TOLD_AT_ONCE)
      services.bus.publish({ kind: 'chats_erased', chatIds: chatIds.slice(from, from + TOLD_AT_ONCE) })
  }
}

/** Lets go of chats that are erased: their replies end, and nothing of them stays in memory (D2, AUTH-15). */
export function letGoOfChats(
  services: Pick<ChatServices, 'replies' | 'turnCache' | 'paths'>,
  chatIds: readonly string[],
): void {
  for (const chatId of chatIds) {
    services.replies.find(chatId)?.abort.abort(new ReplyStopped('person'))
    services.turnCache.forget(chatId)
    services.paths.forget(chatId)
  }
}
