import { bumpUserRev } from '../../accounts/module.ts'
import { publishListEntry } from '../context/change-chat.ts'
import type { ChatServices } from '../services.ts'
import { touchChatsWith } from '../store/chat-list-store.ts'
import { findChats } from '../store/chat-store.ts'

/** Devices that show more chats than these learn of the others when they sync. */
const MAX_PUBLISHED = 50

/**
 * Publishes to a person's devices that their chats with a card, a creator's cards or groups with any of them have
 * become read-only, or are open again. Never throws: the block itself is stored.
 */
export async function publishChatsWith(services: ChatServices, personId: string, targetId: string): Promise<void> {
  try {
    const changed = await services.database.transaction(async (tx) =>
      touchChatsWith(tx, personId, targetId, await bumpUserRev(tx, personId)),
    )
    const ids = changed.slice(0, MAX_PUBLISHED).map(({ id }) => id)
    for (const chat of await findChats(services.database, personId, ids)) {
      await publishListEntry(services, chat)
    }
  } catch (error) {
    services.log.warn({ error }, 'the devices of a person were not notified of a block')
  }
}
