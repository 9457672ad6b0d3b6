import type { Chat } from '@everkin/contract/types.ts'
import { useEffect, useState } from 'react'
import { useMounted } from '../../lib/use-mounted.ts'
import type { MessagePage } from './chat-snapshot.ts'
import { detachedChat } from './detached-chat.ts'
import { type LiveChats, liveChatsOf } from './live-chats.ts'
import { keepNotices, keptNotices } from './notice-store.ts'
import type { OpenChat } from './open-chat.ts'

/** The tab's live connection of the person signed in, started; null on the server and while hydrating. */
export function useLiveChats(userId: string | null): LiveChats | null {
  const isMounted = useMounted()
  const live = isMounted && userId !== null ? liveChatsOf(userId) : null
  useEffect(() => live?.start(), [live])
  return live
}

/**
 * The open conversation of a chat that was loaded with the page. Give the component a `key` of the chat's id: one
 * component shows one conversation.
 */
export function useOpenChat(userId: string, chat: Chat, page: MessagePage): OpenChat {
  const [open] = useState(() =>
    typeof window === 'undefined' ? detachedChat(userId, chat, page) : liveChatsOf(userId).open(chat, page),
  )
  useEffect(() => {
    if (open.snapshot().notices.length === 0) open.restoreNotices(keptNotices(sessionStorage, userId, open.chatId))
    return open.subscribe(() => keepNotices(sessionStorage, userId, open.chatId, open.snapshot().notices))
  }, [open, userId])
  return open
}
