import type { Chat } from '@everkin/contract/types.ts'
import type { MessagePage } from './chat-snapshot.ts'
import { OpenChat } from './open-chat.ts'
import { Outbox } from './outbox.ts'
import { memoryOutboxStore } from './outbox-store.ts'

/** A conversation to be drawn once, on the server: it hears and sends nothing. */
export function detachedChat(userId: string, chat: Chat, page: MessagePage): OpenChat {
  const send = () => false
  const outbox = new Outbox(userId, {
    store: memoryOutboxStore(),
    tabs: { self: 'server', alive: async () => null },
    send,
    nowMs: () => 0,
    newClientId: () => '',
    after: () => () => {},
  })
  return new OpenChat(chat, page, outbox, { send, getMessages: async () => page, markRead: async () => {} })
}
