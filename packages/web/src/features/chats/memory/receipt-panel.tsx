import type { ApiData } from '@everkin/contract/api-types.ts'
import { parseBlocks, plainText } from '@everkin/roleplay-markdown'
import { type ReactNode, useEffect, useState } from 'react'
import { errorMessage } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { useConversation } from '../context/conversation-context.ts'
import { PanelFrame, PanelPlaceholder } from '../panels/panel-frame.tsx'
import { type PromptPart, partClass } from './prompt-parts.ts'
import { ReplyUsage } from './reply-usage.tsx'
import './memory.css'

type Receipt = ApiData<'GET /api/chat/receipt'>

interface ReceiptPanelProps {
  chatId: string
  messageId: string
  onClose: () => void
}

/** What a reply used besides the recent messages: facts, the summary, lorebook entries, and earlier passages. */
export function ReceiptPanel({ chatId, messageId, onClose }: ReceiptPanelProps) {
  const text = useText()
  const { showPanel } = useConversation()
  const { receipt, failure, retry } = useReceipt(chatId, messageId)
  return (
    <PanelFrame title={text('memory.receipt.title')} onClose={onClose}>
      {receipt ? (
        <>
          <ReceiptList receipt={receipt} />
          <ReplyUsage chatId={chatId} messageId={messageId} />
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
      <PanelPlaceholder
        isLoaded={receipt !== null}
        failure={failure}
        label={text('memory.receipt.loading')}
        onRetry={retry}
      />
    </PanelFrame>
  )
}

function ReceiptList({ receipt }: { receipt: Receipt }) {
  const text = useText()
  const { summary, facts, passages, lore } = receipt
  if (summary === null && facts.length + passages.length + lore.length === 0) {
    return <p className="muted">{text('memory.receipt.nothing')}</p>
  }
  return (
    <ul className="memory-used">
      {summary === null ? null : (
        <ReceiptRow part="memory" kind={text('memory.story.title')}>
          {summary}
        </ReceiptRow>
      )}
      {facts.map((fact) => (
        <ReceiptRow key={fact.id} part="memory" kind={text('memory.receipt.fact')}>
          {fact.forgotten ? <span className="faint">{text('memory.receipt.forgotten')}</span> : fact.text}
        </ReceiptRow>
      ))}
      {passages.map((passage) => (
        <ReceiptRow key={passage.seq} part="memory" kind={text('memory.receipt.passage')}>
          {plainText(parseBlocks(passage.text))}
        </ReceiptRow>
      ))}
      {lore.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the notes of one reply never move
        <ReceiptRow key={index} part="lore" kind={text('memory.receipt.lore')}>
          {entry.text === null ? (
            <span className="faint">{text('chats.prompt.hidden')}</span>
          ) : (
            entry.name || entry.text
          )}
        </ReceiptRow>
      ))}
    </ul>
  )
}

function ReceiptRow({ part, kind, children }: { part: PromptPart; kind: string; children: ReactNode }) {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry loads again
  useEffect(() => {
    const abort = new AbortController()
    setReceipt(null)
    setFailure(null)
    callApi('GET /api/chat/receipt', {
      query: { chat_id: chatId, message_id: messageId },
      signal: abort.signal,
    }).then(setReceipt, (error: unknown) => {
      if (!abort.signal.aborted) setFailure(errorMessage(error, text))
    })
    return () => abort.abort()
  }, [chatId, messageId, attempt])
  return { receipt, failure, retry: () => setAttempt((count) => count + 1) }
}
