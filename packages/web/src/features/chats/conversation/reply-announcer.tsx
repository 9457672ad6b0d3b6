import type { Message } from '@everkin/contract/types.ts'
import { parseBlocks, plainText } from '@everkin/roleplay-markdown'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { useIsSlow, useReplyErrorText } from '../messages/reply-status.tsx'
import { useMessage } from '../messages/use-message.ts'

/**
 * Tells screen readers once that a character is writing, then the finished message as plain text with its speaker, or
 * why there is none.
 */
export function ReplyAnnouncer() {
  const { chat, name } = useConversation()
  const text = useText()
  const { streamingId } = useChatSnapshot(chat)
  const [words, setWords] = useState('')
  const written = useRef<string | null>(null)
  const errorOf = useReplyErrorText()

  useEffect(() => {
    const last = written.current
    if (last === streamingId) return
    written.current = streamingId
    const finished = last === null ? undefined : chat.message(last)
    // In a group round, the next reply may begin as this one ends: both are announced together.
    const parts = finished && finished.text !== '' ? [announcementOf(finished, name)] : []
    if (finished?.status === 'failed') parts.push(errorOf(finished))
    if (streamingId !== null) {
      const speaker = chat.message(streamingId)?.speaker?.name ?? name
      parts.push(text('chats.log.isWriting', { name: speaker }))
    }
    if (parts.length > 0) setWords(parts.join('\n'))
  }, [streamingId, chat, name, text, errorOf])

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

/** Messages of a narrator are announced without a name. */
function announcementOf(message: Message, name: string): string {
  const words = plainText(parseBlocks(message.text))
  return message.role === 'character' && message.speaker === null ? words : `${message.speaker?.name ?? name}: ${words}`
}
