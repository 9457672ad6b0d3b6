import { speakableText } from '@everkin/contract/speakable-text.ts'
import { useEffect, useRef } from 'react'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { playMessage, stopPlayback } from './now-playing.ts'

/** Reads each reply aloud when it is finished. Typing, another reply and leaving stop it. */
export function ReadAloud({ words }: { words: string }) {
  const { chat } = useConversation()
  const { streamingId } = useChatSnapshot(chat)
  const written = useRef<string | null>(null)

  useEffect(() => {
    if (streamingId !== null) {
      written.current = streamingId
      stopPlayback({ unaskedOnly: true })
      return
    }
    const message = written.current === null ? undefined : chat.message(written.current)
    written.current = null
    if (message?.status !== 'complete' || document.hidden || speakableText(message.text) === '') return
    playMessage({ messageId: message.id, isAutomatic: true })
  }, [streamingId, chat])

  useEffect(() => {
    if (words !== '') stopPlayback({ unaskedOnly: true })
  }, [words])

  useEffect(() => {
    const stopWhenHidden = () => document.hidden && stopPlayback({ unaskedOnly: true })
    document.addEventListener('visibilitychange', stopWhenHidden)
    return () => document.removeEventListener('visibilitychange', stopWhenHidden)
  }, [])

  return null
}
