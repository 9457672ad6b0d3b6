import type { Chat } from '@everkin/contract/types.ts'
import { useEffect, useState } from 'react'
import type { MessagePage } from './chat-snapshot.ts'
import { loadStoredNotices, storeNotices } from './notice-store.ts'
import { OpenChat } from './open-chat.ts'
import { Outbox } from './outbox.ts'
import { memoryOutboxStore } from './outbox-store.ts'
import type { RealtimeChats } from './realtime-chats.ts'

/**
 * The open conversation of a chat that was loaded with the page. Use the chat's id as the component's `key`: one
 * component instance shows one conversation. `realtimeChatsOf` is called in browsers only.
 */
export function useOpenChat(
  realtimeChatsOf: (userId: string) => RealtimeChats,
  userId: string,
  chat: Chat,
  page: MessagePage,
): OpenChat {
  const [open] = useState(() =>
    typeof window === 'undefined' ? createStaticChat(userId, chat, page) : realtimeChatsOf(userId).open(chat, page),
  )
  useEffect(() => {
    if (open.snapshot().notices.length === 0) open.restoreNotices(loadStoredNotices(userId, open.chatId))
    return open.subscribe(() => storeNotices(userId, open.chatId, open.snapshot().notices))
  }, [open, userId])
  return open
}

/** A conversation for server rendering: it receives and sends nothing. */
function createStaticChat(userId: string, chat: Chat, page: MessagePage): OpenChat {
  const send = () => false
  const outbox = new Outbox(userId, {
    store: memoryOutboxStore(),
    tabs: { self: 'server', listAlive: async () => null },
    send,
    nowMs: () => 0,
    newClientId: () => '',
    schedule: () => () => {},
  })
  return new OpenChat(chat, page, outbox, { send, getMessages: async () => page, markRead: async () => {} })
}
