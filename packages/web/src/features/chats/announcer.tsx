import type { Message } from '@everkin/contract/types.ts'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useChatSnapshot, useConversation } from './conversation-context.ts'
import { parseBlocks } from './markdown-blocks.ts'
import { plainText } from './markdown-types.ts'
import { useIsSlow } from './still-reading.tsx'
import { useMessage } from './use-message.ts'

/** Says once that somebody writes, then the finished message as plain words with its speaker. */
export function Announcer() {
  const { chat, name } = useConversation()
  const text = useText()
  const { streamingId } = useChatSnapshot(chat)
  const [words, setWords] = useState('')
  const written = useRef<string | null>(null)

  useEffect(() => {
    const last = written.current
    if (last === streamingId) return
    written.current = streamingId
    const finished = last === null ? undefined : chat.message(last)
    // In a round the next one may begin as this one ends: both are said then.
    const parts = finished ? [wordsOf(finished, name)] : []
    if (streamingId !== null) {
      const speaker = chat.message(streamingId)?.speaker?.name ?? name
      parts.push(text('chats.log.isWriting', { name: speaker }))
    }
    if (parts.length > 0) setWords(parts.join('\n'))
  }, [streamingId, chat, name, text])

  const streaming = useMessage(chat, streamingId ?? '')
  const isSlow = useIsSlow(streaming?.text === '' ? streaming.id : null)
  useEffect(() => {
    if (isSlow) setWords(text('chats.log.stillReading'))
  }, [isSlow, text])

  return (
    <p className="visually-hidden" aria-live="polite">
      {words}
    </p>
  )
}

/** A narrator's line has no name before it. */
function wordsOf(message: Message, name: string): string {
  const words = plainText(parseBlocks(message.text))
  return message.role === 'character' && message.speaker === null ? words : `${message.speaker?.name ?? name}: ${words}`
}
