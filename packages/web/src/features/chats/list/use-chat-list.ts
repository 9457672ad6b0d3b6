import type { Chat } from '@everkin/contract/types.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { errorMessage } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { useToast } from '../../../ui/toast.tsx'
import type { RealtimeChats } from '../realtime/realtime-chats.ts'
import { ChatList, type ChatPage } from './chat-list.ts'
import type { ChatRowActions } from './chat-list-pane.tsx'

/** The live list of chats, initialised from the page that came with the document. */
export function useChatList(page: ChatPage, realtime: RealtimeChats | null) {
  const [list] = useState(() => new ChatList(page, { list: (query) => callApi('GET /api/chat/list', { query }) }))
  const snapshot = useSyncExternalStore(list.subscribe, list.snapshot, list.snapshot)
  useEffect(() => realtime?.socket.on('chat.updated', list.applyFrame), [realtime, list])
  useEffect(() => realtime?.socket.on('chat.deleted', list.applyFrame), [realtime, list])
  useEffect(() => {
    // Online, the page is up to date, and a chat that was deleted elsewhere must not come back.
    if (realtime && !navigator.onLine)
      void realtime.cache.list().then((cached) => list.mergeCached(cached.map(({ chat }) => chat)))
  }, [realtime, list])
  return { list, snapshot }
}

/** Pinning and deleting, applied at once and reverted when the server refuses; a deletion can be undone. */
export function useChatActions(list: ChatList, onRemoved?: (chat: Chat) => void): ChatRowActions {
  const text = useText()
  const toasts = useToast()
  return useMemo(() => {
    const showError = (error: unknown) => {
      toasts.show(errorMessage(error, text), 'error')
    }
    const restore = async (chat: Chat) => {
      try {
        list.applyFrame({
          type: 'chat.updated',
          chat: await callApi('POST /api/chat/restore', { body: { chat_id: chat.id } }),
        })
        list.unhide(chat.id)
        toasts.show(text('chats.list.restored'))
      } catch (error) {
        showError(error)
      }
    }
    return {
      pin: async (chat, on) => {
        list.update(chat.id, { pinned: on })
        try {
          await callApi('POST /api/chat/pin', { body: { chat_id: chat.id, on } })
        } catch (error) {
          list.update(chat.id, { pinned: !on })
          showError(error)
        }
      },
      remove: async (chat) => {
        list.hide(chat.id)
        try {
          await callApi('POST /api/chat/delete', { body: { chat_id: chat.id } })
          const undo = { label: text('shell.actions.undo'), run: () => void restore(chat) }
          toasts.show(text('chats.list.deleted'), 'done', undo)
          onRemoved?.(chat)
        } catch (error) {
          list.unhide(chat.id)
          showError(error)
        }
      },
    }
  }, [list, text, toasts, onRemoved])
}
