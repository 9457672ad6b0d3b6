import { useCallback, useEffect, useRef, useState } from 'react'
import { callApi } from '../../../api/client.ts'
import {
  type ChatSettings,
  type ChatSettingsChange,
  type SharedChatSettings,
  useChatSnapshot,
} from '../context/conversation-context.ts'
import type { OpenChat } from '../realtime/open-chat.ts'

/**
 * The settings of the open chat, for all parts of the page that show or change them. Those of a chat with a model of its
 * own are read again after each reply: the model may be gone, of which the reader is notified at once.
 */
export function useSharedSettings(chat: OpenChat, initial: ChatSettings): SharedChatSettings {
  const { chatId } = chat
  const [settings, setSettings] = useState(initial)
  const { streamingId } = useChatSnapshot(chat)
  const wasStreaming = useRef(false)
  const hasOwnModel = settings.model_id !== null
  useEffect(() => {
    const hasEnded = wasStreaming.current && streamingId === null
    wasStreaming.current = streamingId !== null
    if (!hasEnded || !hasOwnModel) return
    callApi('GET /api/chat/info', { query: { chat_id: chatId } }).then(
      (info) => setSettings(info.settings),
      () => {}, // the next reply asks again
    )
  }, [chatId, streamingId, hasOwnModel])
  const changeSettings = useCallback(
    async (change: ChatSettingsChange) => {
      const info = await callApi('POST /api/chat/settings', { body: { chat_id: chatId, ...change } })
      setSettings(info.settings)
      return info.settings
    },
    [chatId],
  )
  return { settings, changeSettings }
}
