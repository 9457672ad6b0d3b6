import type { Message } from '@everkin/contract/types.ts'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../context/conversation-context.ts'
import { useStreamingText } from './use-message.ts'
import './message-reasoning.css'

/** What the model thought before it wrote a reply: folded, and loaded on demand where it is long. */
export function MessageReasoning({ message }: { message: Message }) {
  const text = useText()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const isThinking = message.status === 'streaming' && message.text === ''
  const label = isThinking
    ? text('chats.reasoning.thinking')
    : text('chats.reasoning.thought', { duration: format.duration(message.reasoning_ms ?? 0) })
  return (
    <details className="thought" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={`thought-line${isThinking ? ' thought-running' : ''}`}>
        <Icon name="lightbulb" size="tiny" />
        <span>{label}</span>
        <Icon name="caret-right" size="tiny" mirror />
      </summary>
      {isOpen ? <Thought message={message} label={label} /> : null}
    </details>
  )
}

function Thought({ message, label }: { message: Message; label: string }) {
  if (message.status === 'streaming') return <StreamingThought id={message.id} label={label} />
  if (message.reasoning) return <ThoughtText words={message.reasoning} label={label} />
  return <LoadedThought message={message} label={label} />
}

function StreamingThought({ id, label }: { id: string; label: string }) {
  const { chat } = useConversation()
  return <ThoughtText words={useStreamingText(chat, id, 'reasoning')} label={label} />
}

function ThoughtText({ words, label }: { words: string; label: string }) {
  return (
    // A long thought scrolls by itself, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
    <section className="thought-text" dir="auto" aria-label={label} tabIndex={0}>
      {words}
    </section>
  )
}

/** A long thought, which the list of messages does not contain. */
function LoadedThought({ message, label }: { message: Message; label: string }) {
  const text = useText()
  const [words, setWords] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const { id, chat_id, rev } = message
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry, and a new revision, load again
  useEffect(() => {
    const abort = new AbortController()
    setFailure(null)
    callApi('GET /api/chat/reasoning', { query: { chat_id, message_id: id }, signal: abort.signal }).then(
      ({ reasoning }) => setWords(reasoning ?? ''),
      (error: unknown) => {
        if (!abort.signal.aborted) setFailure(errorMessage(error, text))
      },
    )
    return () => abort.abort()
  }, [chat_id, id, rev, attempt])
  if (words !== null) return <ThoughtText words={words} label={label} />
  if (failure === null) return <p className="thought-text faint">{text('chats.reasoning.loading')}</p>
  return (
    <p className="thought-text">
      {failure}{' '}
      <button type="button" className="text-button" onClick={() => setAttempt((count) => count + 1)}>
        {text('shell.actions.retry')}
      </button>
    </p>
  )
}
