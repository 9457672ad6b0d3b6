import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { canDictate } from '../../../lib/dictation.ts'
import { canRecord } from '../../../lib/recorder.ts'
import { useMounted } from '../../../lib/use-mounted.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'

// Loaded when dictation starts.
const Dictation = lazy(async () => ({ default: (await import('./dictation.tsx')).Dictation }))
// Loaded when suggestions are requested.
const ReplySuggestions = lazy(async () => ({ default: (await import('./reply-suggestions.tsx')).ReplySuggestions }))

export type WritingAids = ReturnType<typeof useWritingAids>

/** What helps with writing, and is opened above the field: dictation and suggestions. */
export function useWritingAids() {
  const suggestions = useSuggestionsToggle()
  const [isDictating, setDictating] = useState(false)
  const endDictation = useCallback(() => setDictating(false), [])
  return { suggestions, isDictating, setDictating, endDictation }
}

interface WritingAidPanesProps {
  aids: WritingAids
  field: RefObject<HTMLTextAreaElement | null>
  words: string
  onWords: (words: string) => void
}

/** Dictation and suggestions, while they are open. */
export function WritingAidPanes({ aids, field, words, onWords }: WritingAidPanesProps) {
  const { suggestions, isDictating, endDictation } = aids
  return (
    <>
      {isDictating ? (
        <Suspense fallback={null}>
          <Dictation
            field={field}
            onHeard={(heard) => onWords(words === '' ? heard : `${words.trimEnd()} ${heard}`)}
            onClose={endDictation}
          />
        </Suspense>
      ) : null}
      {suggestions.isOpen ? (
        <Suspense fallback={null}>
          <ReplySuggestions
            field={field}
            words={words}
            onWords={onWords}
            firstRound={suggestions.round.current}
            onRound={suggestions.onRound}
            onClose={suggestions.close}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** The buttons that open them. */
export function WritingAidButtons({ aids: { suggestions, isDictating, setDictating } }: { aids: WritingAids }) {
  const text = useText()
  const { chat, transcription } = useConversation()
  const isMounted = useMounted()
  return (
    <>
      {isMounted && (canDictate() || (transcription && canRecord())) ? (
        <IconButton
          icon="microphone"
          label={text('speech.input.start')}
          aria-expanded={isDictating}
          onClick={(event) => {
            if (!isDictating) chat.prepareReply(event.timeStamp)
            setDictating(!isDictating)
          }}
        />
      ) : null}
      <IconButton
        icon={suggestions.isOpen ? 'lightbulb-fill' : 'lightbulb'}
        label={text('suggestions.ideas.open')}
        aria-expanded={suggestions.isOpen}
        data-asks-ideas
        disabled={suggestions.isBlocked}
        onClick={suggestions.toggle}
      />
    </>
  )
}

/** Whether suggestions are shown; not while a reply is pending or streaming, since they are for the turn after it. */
function useSuggestionsToggle() {
  const { chat } = useConversation()
  const { streamingId, awaitingReply, deleted } = useChatSnapshot(chat)
  const [isOpen, setOpen] = useState(false)
  const round = useRef(0)
  const isBlocked = streamingId !== null || awaitingReply || deleted
  useEffect(() => {
    if (isBlocked) setOpen(false)
  }, [isBlocked])
  const onRound = useCallback((next: number) => {
    round.current = next
  }, [])
  const close = useCallback(() => setOpen(false), [])
  return { isOpen: isOpen && !isBlocked, isBlocked, round, onRound, close, toggle: () => setOpen((open) => !open) }
}
