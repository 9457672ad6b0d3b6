import { spokenWords } from '@everkin/contract/spoken-words.ts'
import { useEffect, useRef } from 'react'
import { useChatSnapshot, useConversation } from './conversation-context.ts'
import { listenTo, stopListening } from './voice/listening.ts'

/** Has each reply read aloud when it is finished. Typing, another reply and leaving stop it. */
export function ReadAloud({ words }: { words: string }) {
  const { chat } = useConversation()
  const { streamingId } = useChatSnapshot(chat)
  const written = useRef<string | null>(null)

  useEffect(() => {
    if (streamingId !== null) {
      written.current = streamingId
      stopListening({ unaskedOnly: true })
      return
    }
    const message = written.current === null ? undefined : chat.message(written.current)
    written.current = null
    if (message?.status !== 'complete' || document.hidden || spokenWords(message.text) === '') return
    listenTo({ messageId: message.id, isUnasked: true })
  }, [streamingId, chat])

  useEffect(() => {
    if (words !== '') stopListening({ unaskedOnly: true })
  }, [words])

  useEffect(() => {
    const stopWhenHidden = () => document.hidden && stopListening({ unaskedOnly: true })
    document.addEventListener('visibilitychange', stopWhenHidden)
    return () => document.removeEventListener('visibilitychange', stopWhenHidden)
  }, [])

  return null
}
