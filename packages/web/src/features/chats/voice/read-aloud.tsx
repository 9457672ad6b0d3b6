import { finishedSentences, speakableText } from '@everkin/contract/speakable-text.ts'
import { useEffect, useRef } from 'react'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { useStreamingText } from '../messages/use-message.ts'
import { playMessage, stopPlayback } from './now-playing.ts'

/** Reads each reply aloud from its first finished sentence on. Typing, another reply and leaving stop it. */
export function ReadAloud({ words }: { words: string }) {
  const { chat } = useConversation()
  const { streamingId } = useChatSnapshot(chat)
  const written = useRef<string | null>(null)
  const isStarted = useRef(false)
  const text = useStreamingText(chat, streamingId ?? '')

  useEffect(() => {
    if (streamingId !== null) {
      if (written.current === streamingId) return
      written.current = streamingId
      isStarted.current = false
      stopPlayback({ automaticOnly: true })
      return
    }
    const message = written.current === null ? undefined : chat.message(written.current)
    written.current = null
    if (isStarted.current) return
    if (message?.status !== 'complete' || document.hidden || speakableText(message.text) === '') return
    playMessage({ messageId: message.id, isAutomatic: true })
  }, [streamingId, chat])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` may still be that of the reply before
  useEffect(() => {
    if (streamingId === null || written.current !== streamingId || isStarted.current || document.hidden) return
    const soFar = chat.message(streamingId)?.text ?? ''
    if (speakableText(finishedSentences(soFar)) === '') return
    isStarted.current = true
    playMessage({ messageId: streamingId, isAutomatic: true })
  }, [streamingId, text, chat])

  useEffect(() => {
    if (words !== '') stopPlayback({ automaticOnly: true })
  }, [words])

  useEffect(() => {
    const stopWhenHidden = () => document.hidden && stopPlayback({ automaticOnly: true })
    document.addEventListener('visibilitychange', stopWhenHidden)
    return () => document.removeEventListener('visibilitychange', stopWhenHidden)
  }, [])

  return null
}
