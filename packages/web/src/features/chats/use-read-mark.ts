import { type RefObject, useEffect } from 'react'
import { useChatSnapshot } from './conversation-context.ts'
import type { OpenChat } from './open-chat.ts'

/** While a conversation goes on nothing is sent for each line of it (performance, U5): only after a rest of this long. */
const REST_MS = 5_000

/**
 * Marks a chat as read when the reader sees its end: at once on opening, on leaving and when the tab is hidden,
 * otherwise after a rest.
 */
export function useReadMark(chat: OpenChat, follows: RefObject<boolean>, isAtEnd: boolean): void {
  const { unread } = useChatSnapshot(chat).chat
  useEffect(() => {
    if (isAtEnd) markSeen(chat, follows)
    const whenHidden = () => markSeen(chat, follows)
    document.addEventListener('visibilitychange', whenHidden)
    return () => {
      document.removeEventListener('visibilitychange', whenHidden)
      markSeen(chat, follows)
    }
  }, [chat, follows, isAtEnd])
  useEffect(() => {
    if (unread === 0 || document.visibilityState !== 'visible') return
    const timer = setTimeout(() => markSeen(chat, follows), REST_MS)
    return () => clearTimeout(timer)
  }, [chat, follows, unread])
}

function markSeen(chat: OpenChat, follows: RefObject<boolean>): void {
  const last = chat.message(chat.snapshot().ids.at(-1) ?? '')
  if (last && follows.current) chat.seen(last.seq)
}
