import { useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { useChatSnapshot, useConversation } from '../conversation-context.ts'
import { messageIdOf } from '../message-id.ts'
import { PanelFrame, PanelWaiting } from '../panel-frame.tsx'
import { Facts } from './facts.tsx'
import { Keeping } from './keeping.tsx'
import { Meter } from './meter.tsx'
import { Story } from './story.tsx'
import { useMemory } from './use-memory.ts'
import './memory.css'

interface MemoryPaneProps {
  chatId: string
  onClose: () => void
}

/** What is remembered of a chat, all of it to be read, changed, pinned and forgotten. */
export function MemoryPane({ chatId, onClose }: MemoryPaneProps) {
  const text = useText()
  const { chat, name, showPanel } = useConversation()
  const snapshot = useChatSnapshot(chat)
  // A reply that has ended changes what fits, and may have left something to remember.
  const version = `${snapshot.streamingId === null} ${snapshot.ids.at(-1)}`
  const { memory, failure, retry, save } = useMemory(chatId, version)
  const [said, setSaid] = useState('')
  const [round, setRound] = useState(0)
  const showSource = useShowSource(onClose)
  return (
    <PanelFrame title={text('memory.title', { name })} onClose={onClose}>
      {memory ? (
        <div className="memory" key={round}>
          <Meter
            meter={memory.meter}
            hasSummary={memory.summary !== ''}
            isGroup={snapshot.chat.type === 'multiple'}
            onSeePrompt={() => showPanel({ kind: 'prompt', messageId: null })}
          />
          <Story memory={memory} onSave={save} />
          <Facts facts={memory.facts} onSave={save} onShowSource={showSource} say={setSaid} />
          <Keeping
            sharesMemory={memory.shares_memory}
            onSave={save}
            onForgotten={() => {
              // What was only just forgotten can not be brought back any more.
              setRound((count) => count + 1)
              setSaid(text('memory.all.done'))
            }}
          />
        </div>
      ) : null}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <PanelWaiting isHere={memory !== null} failure={failure} label={text('memory.loading')} onRetry={retry} />
    </PanelFrame>
  )
}

/** Leads to the message that a fact comes from; where the panel covers the conversation, it gives way. */
function useShowSource(onClose: () => void): (seq: number) => void {
  const { chat, goTo } = useConversation()
  return (seq) => {
    if (!window.matchMedia('(min-width: 64rem)').matches) onClose()
    void goTo({ id: messageIdOf(chat.chatId, seq), seq }, false)
  }
}
