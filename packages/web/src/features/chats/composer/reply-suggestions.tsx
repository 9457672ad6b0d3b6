import type { ApiData } from '@everkin/contract/api-types.ts'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../context/conversation-context.ts'
import './reply-suggestions.css'

type Suggestions = ApiData<'GET /api/chat/helpReply'>

interface ReplySuggestionsProps {
  field: RefObject<HTMLTextAreaElement | null>
  words: string
  onWords: (words: string) => void
  /** Number of earlier requests for suggestions in this chat. */
  firstRound: number
  onRound: (round: number) => void
  onClose: () => void
}

/**
 * Three suggestions for the next message, above the field. A tap inserts one without sending it; the previous text can
 * be restored. Typing while they are loading closes the list and aborts the request.
 */
export function ReplySuggestions({ field, words, onWords, firstRound, onRound, onClose }: ReplySuggestionsProps) {
  const { chat } = useConversation()
  const text = useText()
  const [round, setRound] = useState(firstRound)
  const { ideas, failure } = useReplySuggestions(chat.chatId, round)
  const [replaced, setReplaced] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const wordsAtFirst = useRef(words)
  const isLoading = ideas === null && failure === null

  useEffect(() => onRound(round + 1), [round, onRound])
  useEffect(() => {
    if (isLoading && words !== wordsAtFirst.current) onClose()
  }, [isLoading, words, onClose])
  useEffect(() => {
    // Moves focus to the suggestions only if it was on the button that requested them, never out of the field.
    const asked = document.activeElement?.closest('[data-asks-ideas]')
    if (ideas && asked) list.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [ideas])

  const fill = (idea: string) => {
    onWords(idea)
    field.current?.focus()
    if (words.trim() === '' || words === idea) return onClose()
    setReplaced(words)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    field.current?.focus()
    onClose()
  }

  if (replaced !== null) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes from anywhere in it
      <div className="ideas-bar" onKeyDown={onKeyDown}>
        <button
          type="button"
          className="ideas-more"
          onClick={() => {
            onWords(replaced)
            field.current?.focus()
            onClose()
          }}
        >
          <Icon name="arrow-u-up-left" size="small" mirror />
          {text('suggestions.ideas.back')}
        </button>
        <IconButton icon="x" label={text('suggestions.ideas.close')} onClick={onClose} />
        <p className="visually-hidden" role="status">
          {text('suggestions.ideas.filled')}
        </p>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form
    <div className="ideas" role="group" aria-label={text('suggestions.ideas.group')} onKeyDown={onKeyDown}>
      <p className={failure === null ? 'visually-hidden' : 'ideas-failure'} role="status">
        {failure ?? text(isLoading ? 'suggestions.ideas.loading' : 'suggestions.ideas.ready')}
      </p>
      {failure === null ? (
        <div className="ideas-list" ref={list} aria-busy={isLoading || undefined}>
          {TONES.map((tone, at) => (
            <SuggestionButton
              key={tone}
              tone={text(`suggestions.ideas.tones.${tone}`)}
              words={ideas?.[at] ?? null}
              onFill={fill}
            />
          ))}
        </div>
      ) : null}
      <div className="ideas-bar">
        <button
          type="button"
          className="ideas-more"
          data-asks-ideas
          disabled={isLoading}
          onClick={() => {
            wordsAtFirst.current = words
            setRound(round + 1)
          }}
        >
          <Icon name="arrow-clockwise" size="small" />
          {text('suggestions.ideas.others')}
        </button>
        <IconButton icon="x" label={text('suggestions.ideas.close')} onClick={onClose} />
      </div>
    </div>
  )
}

/** Tones of the suggestions, in the order in which the server returns them. */
const TONES = ['curious', 'bold', 'playful'] as const

function SuggestionButton({
  tone,
  words,
  onFill,
}: {
  tone: string
  words: string | null
  onFill: (words: string) => void
}) {
  if (words === null) return <div className="idea idea-coming skeleton" aria-hidden="true" />
  return (
    <button type="button" className="idea" onClick={() => onFill(words)}>
      <b>{tone}</b>
      <span dir="auto">{words}</span>
    </button>
  )
}

interface FoundSuggestions {
  round: number
  ideas: Suggestions | null
  error: unknown
}

/** Loads suggestions; aborts the request when the component unmounts or another round is requested. */
function useReplySuggestions(chatId: string, round: number): { ideas: Suggestions | null; failure: string | null } {
  const text = useText()
  const [found, setFound] = useState<FoundSuggestions | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    callApi('GET /api/chat/helpReply', { query: { chat_id: chatId, round }, signal: abort.signal }).then(
      (ideas) => setFound({ round, ideas, error: null }),
      (error: unknown) => {
        if (!abort.signal.aborted) setFound({ round, ideas: null, error })
      },
    )
    return () => abort.abort()
  }, [chatId, round])
  if (found?.round !== round) return { ideas: null, failure: null }
  return { ideas: found.ideas, failure: found.error === null ? null : errorMessage(found.error, text) }
}
