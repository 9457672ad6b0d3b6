import type { Locale } from '@everkin/contract/locales.ts'
import { changeChat, publishListEntry } from '../context/change-chat.ts'
import { type LiveReply, ReplyStopped } from '../context/live-replies.ts'
import type { ChatServices } from '../services.ts'
import type { ChatRow } from '../store/chat-store.ts'
import { findQueued } from '../store/queued-messages.ts'
import { dropQueued } from './reply-to-queued.ts'

/**
 * Stops the reply under way and drops the messages queued behind it. Text already written stays; the rest is refunded.
 * The model stops at once, even while the chat is locked. `locale` is the reader's.
 */
export async function stopReply(services: ChatServices, chat: ChatRow, locale: Locale): Promise<void> {
  // Queues for the lock before the stopped reply can, so that no reply behind it begins.
  const stopped = abortReply(services, chat.id)
  await services.lock.take(chat.id, async () => {
    if ((await findQueued(services.database, chat.id)).length === 0) return
    const { chat: changed } = await changeChat(services, chat.personId, chat.id, dropQueued)
    await publishListEntry(services, changed, locale)
  })
  const live = abortReply(services, chat.id) ?? stopped
  if (!live) return services.bus.publish({ kind: 'stop_generation', chatId: chat.id }) // another process may write it
  await live.ended
}

/** Handles another process's request to stop a reply that is written here. */
export function stopLocalReply(services: ChatServices, chatId: string): void {
  abortReply(services, chatId)
}

function abortReply(services: ChatServices, chatId: string): LiveReply | null {
  const live = services.replies.find(chatId)
  live?.abort.abort(new ReplyStopped('person'))
  return live
}
