import { useText } from '../../../i18n/use-text.ts'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { useMemory } from './use-memory.ts'
import './memory.css'

const MAX_FACTS = 5

/** The story so far and the newest facts, beside a conversation on wide screens. */
export function MemoryDigest() {
  const text = useText()
  const { chat } = useConversation()
  const { ids, streamingId } = useChatSnapshot(chat)
  // A finished reply may have been read for memory.
  const { memory } = useMemory(chat.chatId, `${ids.at(-1) ?? ''} ${streamingId === null}`)
  if (!memory) return null
  const facts = memory.facts.slice(0, MAX_FACTS)
  return (
    <div className="memory-digest">
      {memory.summary === '' ? null : (
        <p className="memory-story" dir="auto">
          {memory.summary}
        </p>
      )}
      {facts.length > 0 ? (
        <ul className="memory-digest-facts">
          {facts.map((fact) => (
            <li key={fact.id} dir="auto">
              {fact.text}
            </li>
          ))}
        </ul>
      ) : null}
      {memory.summary === '' && facts.length === 0 ? <p className="small muted">{text('memory.facts.empty')}</p> : null}
    </div>
  )
}
