import type { ApiData } from '@everkin/contract/api-types.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { callApi } from '../../../api/call.ts'
import { useText } from '../../../i18n/use-text.ts'
import { useConversation } from '../conversation-context.ts'
import { PanelFrame, PanelWaiting } from '../panel-frame.tsx'
import { failureWords } from '../setup/failure-words.ts'
import { type PromptPart, partClass } from './prompt-parts.ts'
import './memory.css'

type Receipt = ApiData<'GET /api/chat/receipt'>

interface ReceiptPaneProps {
  chatId: string
  messageId: string
  onClose: () => void
}

/** What shaped one reply besides the conversation itself: facts, the story so far, world notes, what was said earlier. */
export function ReceiptPane({ chatId, messageId, onClose }: ReceiptPaneProps) {
  const text = useText()
  const { showPanel } = useConversation()
  const { receipt, failure, retry } = useReceipt(chatId, messageId)
  return (
    <PanelFrame title={text('memory.receipt.title')} onClose={onClose}>
      {receipt ? (
        <>
          <Used receipt={receipt} />
          <div className="memory-links">
            <button type="button" className="text-button" onClick={() => showPanel({ kind: 'prompt', messageId })}>
              {text('memory.receipt.all')}
            </button>
            <button type="button" className="text-button" onClick={() => showPanel({ kind: 'memory' })}>
              {text('memory.open')}
            </button>
          </div>
        </>
      ) : null}
      <PanelWaiting
        isHere={receipt !== null}
        failure={failure}
        label={text('memory.receipt.loading')}
        onRetry={retry}
      />
    </PanelFrame>
  )
}

function Used({ receipt }: { receipt: Receipt }) {
  const text = useText()
  const { summary, facts, passages, lore } = receipt
  if (summary === null && facts.length + passages.length + lore.length === 0) {
    return <p className="muted">{text('memory.receipt.nothing')}</p>
  }
  return (
    <ul className="memory-used">
      {facts.map((fact) => (
        <UsedRow key={fact.id} part="memory" kind={text('memory.receipt.fact')}>
          {fact.forgotten ? <span className="faint">{text('memory.receipt.forgotten')}</span> : fact.text}
        </UsedRow>
      ))}
      {summary === null ? null : (
        <UsedRow part="memory" kind={text('memory.story.title')}>
          {summary}
        </UsedRow>
      )}
      {passages.map((passage) => (
        <UsedRow key={passage.seq} part="memory" kind={text('memory.receipt.passage')}>
          {passage.text}
        </UsedRow>
      ))}
      {lore.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the notes of one reply never move
        <UsedRow key={index} part="lore" kind={text('memory.receipt.lore')}>
          {entry.text === null ? (
            <span className="faint">{text('chats.prompt.hidden')}</span>
          ) : (
            entry.name || entry.text
          )}
        </UsedRow>
      ))}
    </ul>
  )
}

function UsedRow({ part, kind, children }: { part: PromptPart; kind: string; children: ReactNode }) {
  return (
    <li className={partClass(part)}>
      <i aria-hidden="true" />
      <div>
        <p dir="auto">{children}</p>
        <p className="caption faint">{kind}</p>
      </div>
    </li>
  )
}

function useReceipt(chatId: string, messageId: string) {
  const text = useText()
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    const abort = new AbortController()
    setReceipt(null)
    setFailure(null)
    callApi('GET /api/chat/receipt', {
      query: { chat_id: chatId, message_id: messageId },
      signal: abort.signal,
    }).then(setReceipt, (error: unknown) => {
      if (!abort.signal.aborted) setFailure(failureWords(error, text))
    })
    return () => abort.abort()
  }, [chatId, messageId, attempt])
  return { receipt, failure, retry: () => setAttempt((count) => count + 1) }
}
