import { useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useChatSnapshot, useConversation } from './conversation-context.ts'
import { parseBlocks } from './markdown-blocks.ts'
import { plainText } from './markdown-types.ts'

/** Says once that somebody writes, then the finished message as plain words with its speaker (design §6). */
export function Announcer() {
  const { chat, name } = useConversation()
  const text = useText()
  const { streamingId } = useChatSnapshot(chat)
  const [words, setWords] = useState('')
  const written = useRef<string | null>(null)

  useEffect(() => {
    if (streamingId !== null) {
      written.current = streamingId
      setWords(text('chats.log.isWriting', { name: chat.message(streamingId)?.speaker?.name ?? name }))
      return
    }
    const message = written.current === null ? undefined : chat.message(written.current)
    written.current = null
    if (message) setWords(`${message.speaker?.name ?? name}: ${plainText(parseBlocks(message.text))}`)
  }, [streamingId, chat, name, text])

  return (
    <p className="visually-hidden" aria-live="polite">
      {words}
    </p>
  )
}
