import { isBlank } from '@everkin/contract/is-blank.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Wallet } from '@everkin/contract/types.ts'
import {
  type DragEvent,
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { canDictate } from '../../../lib/dictation.ts'
import type { DraftStore } from '../../../lib/draft-store.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { canRecord } from '../../../lib/recorder.ts'
import { useMounted } from '../../../lib/use-mounted.ts'
import { useSession } from '../../../session/session.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Input, Textarea } from '../../../ui/form/form-controls.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { shortNames } from '../context/participants.tsx'
import { useReplyPrice } from '../messages/reply-price.tsx'
import { NextSpeakerPicker } from './next-speaker-picker.tsx'
import { useMention } from './use-mention.ts'
import type { PictureTray } from './use-picture-tray.ts'

// Loaded with the first `@`.
const MentionList = lazy(async () => ({ default: (await import('./mention-list.tsx')).MentionList }))

// Loaded with the first picture.
const PictureTrayPane = lazy(async () => ({ default: (await import('./picture-tray.tsx')).PictureTray }))
// Loaded when dictation starts.
const Dictation = lazy(async () => ({ default: (await import('./dictation.tsx')).Dictation }))
// Loaded when suggestions are requested.
const ReplySuggestions = lazy(async () => ({ default: (await import('./reply-suggestions.tsx')).ReplySuggestions }))

/** The counter appears once this many characters or fewer are left. */
const COUNTER_THRESHOLD = LIMITS.messageLength - 500

interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>
  words: string
  onWords: (words: string) => void
  /** Empties the field; `stored` resolves when the message would survive a reload without its draft. */
  onSent: (stored: Promise<void>) => void
  tray: PictureTray
  /** Whether Enter sends; otherwise it inserts a line break (phones). */
  sendsOnEnter: boolean
  wallet: Wallet | null
  /** In place of what is left of the wallet. */
  note: string | null
}

/** The message field with its actions. A text that cannot be sent stays in the field, with the reason. */
export function Composer({ field, words, onWords, onSent, tray, sendsOnEnter, wallet, note }: ComposerProps) {
  const { chat, name, group, transcription, warnIfUnsent, isGuest } = useConversation()
  const text = useText()
  const snapshot = useChatSnapshot(chat)
  const errorId = useId()
  const [isFull, setFull] = useState(false)
  const price = useReplyPrice()
  const suggestions = useSuggestionsToggle()
  const [isDictating, setDictating] = useState(false)
  const isMounted = useMounted()
  const endDictation = useCallback(() => setDictating(false), [])
  const [chosen, setChosen] = useState<string | null>(null)
  const mention = useMention(field, words, onWords, group)
  const excess = words.length - LIMITS.messageLength
  const isWriting = snapshot.streamingId !== null
  const hasPictures = tray.pictures.length > 0
  const stops = isWriting && words === '' && !hasPictures
  const canSend = (!isBlank(words) || hasPictures) && tray.isReady && excess <= 0
  const file = useRef<HTMLInputElement>(null)
  const chooseFiles = () => file.current?.click()
  const { person } = useSession()
  // Teens cannot upload (A8).
  const takesPictures = !isGuest && !person?.teen
  const drop = useDrop(tray, takesPictures)
  const error =
    excess > 0 ? text('errors.field.tooLong', { count: excess }) : isFull ? text('chats.composer.full') : null
  const labelWith = (shown: string) =>
    snapshot.chat.type === 'multiple'
      ? text('chats.composer.placeholderGroup')
      : text('chats.composer.placeholder', { name: shown })
  const shortName = shortNames([name])[0] ?? name
  const labelLength = sendsOnEnter ? MAX_LABEL_LENGTH : MAX_PHONE_LABEL_LENGTH
  useAutoHeight(field, words)
  useFirstFocus(field, snapshot.ids.length <= 1 && sendsOnEnter)

  function send() {
    field.current?.focus()
    if (!canSend) return
    const pictures = tray.pictures.flatMap(({ uploaded }) => uploaded ?? [])
    const queued = chat.send(isBlank(words) ? '' : words, { speakCardId: chosen ?? undefined, pictures })
    setFull(queued === null)
    if (!queued) return
    onSent(queued.stored)
    tray.clear()
    setChosen(null)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (mention.handleKey(event)) return
    if (event.key !== 'Enter' || isComposing(event)) return
    if (!sendsOnEnter || event.shiftKey || event.altKey) return
    event.preventDefault()
    send()
  }

  return (
    <div className="dock" {...drop.handlers}>
      {drop.isOver ? <p className="dock-drop">{text('chats.pictures.drop')}</p> : null}
      {error ? (
        <p className="dock-error" id={errorId} role="alert">
          {error}
        </p>
      ) : null}
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
      {tray.isOpen ? (
        <Suspense fallback={null}>
          <PictureTrayPane tray={tray} onChoose={chooseFiles} />
        </Suspense>
      ) : null}
      {group ? (
        <NextSpeakerPicker group={group} chosen={chosen} onChoose={setChosen} hasWords={!isBlank(words)} />
      ) : null}
      <form
        className="composer"
        onSubmit={(event) => {
          event.preventDefault()
          if (stops) warnIfUnsent(chat.stop())
          else send()
        }}
      >
        {mention.choice ? (
          <Suspense fallback={null}>
            <MentionList choice={mention.choice} />
          </Suspense>
        ) : null}
        <Textarea
          ref={field}
          rows={1}
          // An empty field has the direction of the page, as its placeholder does.
          dir={words === '' ? undefined : 'auto'}
          value={words}
          placeholder={labelWith(cutName(shortName, labelLength - labelWith('').length))}
          aria-label={labelWith(shortName)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          enterKeyHint={sendsOnEnter ? 'send' : 'enter'}
          {...mention.fieldProps}
          onChange={(event) => {
            onWords(event.target.value)
            mention.update()
            if (!isBlank(event.target.value)) chat.prepareReply(event.timeStamp)
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            // Text that was copied together with a picture of itself stays text.
            const hasText = event.clipboardData.types.includes('text/plain')
            if (!hasText && takesPictures && tray.addFiles(event.clipboardData.files)) event.preventDefault()
          }}
        />
        <Input
          ref={file}
          type="file"
          hidden
          multiple
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={({ target }) => {
            tray.addFiles(target.files ?? [])
            target.value = ''
            field.current?.focus()
          }}
        />
        {isGuest ? null : (
          <>
            {takesPictures ? (
              <IconButton
                icon="image"
                label={text('chats.pictures.add')}
                aria-expanded={tray.isOpen}
                onClick={() => {
                  // On touch screens the tray offers the camera beside the files.
                  if (window.matchMedia('(pointer: coarse)').matches) tray.setOpen(!tray.isOpen || hasPictures)
                  else chooseFiles()
                }}
              />
            ) : null}
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
        )}
        {stops ? (
          <button type="submit" className="composer-send composer-stop" aria-label={text('chats.composer.stop')}>
            <Icon name="stop-fill" size="small" />
          </button>
        ) : (
          <button
            type="submit"
            className="composer-send"
            aria-label={text('chats.composer.send')}
            aria-description={price ?? undefined}
            disabled={!canSend}
          >
            <Icon name="paper-plane-right-fill" size="small" mirror />
          </button>
        )}
      </form>
      <p className="dock-note">
        {words.length >= COUNTER_THRESHOLD ? (
          <span className="figures">
            {text('chats.composer.used', { used: words.length, total: LIMITS.messageLength })}
          </span>
        ) : (
          (note ?? <MessageAllowance wallet={wallet} />)
        )}
      </p>
    </div>
  )
}

/** How many letters fit into the empty field. */
const MAX_LABEL_LENGTH = 44
const MAX_PHONE_LABEL_LENGTH = 18
const MIN_NAME_LENGTH = 4

/** A placeholder has no ellipsis of its own: browsers wrap it, or cut it within a letter. */
function cutName(name: string, maxLength: number): string {
  const letters = [...name]
  const kept = Math.max(MIN_NAME_LENGTH, maxLength - 2) // “…” is wider than a letter
  return letters.length > kept + 1 ? `${letters.slice(0, kept).join('').trimEnd()}…` : name
}

/** Takes pictures that are dropped on the composer. */
function useDrop(tray: PictureTray, isAllowed: boolean) {
  const [isOver, setOver] = useState(false)
  const hasFiles = (event: DragEvent) => isAllowed && event.dataTransfer.types.includes('Files')
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      tray.addFiles(event.dataTransfer.files)
    },
  }
  return { isOver, handlers }
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

/** What sending takes, and what is left. */
function MessageAllowance({ wallet }: { wallet: Wallet | null }) {
  const text = useText()
  const { isCounted, settings } = useConversation()
  if (!wallet || !isCounted) return null
  return (
    <>
      <span className="figures">{text('chats.allowance.uses', { count: settings.message_price })}</span>
      {' · '}
      <span className="figures">{text('chats.allowance.left', { count: wallet.message_num })}</span>
    </>
  )
}

interface Draft {
  words: string
  change: (words: string) => void
  /** Empties the field at once, and deletes the saved draft when the message that was sent is stored. */
  clearWhenStored: (stored: Promise<void>) => void
}

/** The text of the field, saved as a draft of its chat on every change. */
export function useDraft(drafts: DraftStore | null, chatId: string): Draft {
  const [words, setWords] = useState('')
  useEffect(() => {
    const stored = drafts?.read(chatId)
    if (stored) setWords((typed) => (typed === '' ? stored : typed))
  }, [drafts, chatId])
  const change = useCallback(
    (next: string) => {
      setWords(next)
      drafts?.write(chatId, next)
    },
    [drafts, chatId],
  )
  const clearWhenStored = useCallback(
    (stored: Promise<void>) => {
      setWords('')
      const sent = drafts?.read(chatId)
      const clear = () => {
        // Not what has been typed meanwhile.
        if (drafts?.read(chatId) === sent) drafts?.write(chatId, '')
      }
      stored.then(clear, () => {}) // an outbox that cannot store leaves the draft
    },
    [drafts, chatId],
  )
  return { words, change, clearWhenStored }
}

/** Puts the cursor into the field of a new chat, on devices with a keyboard, unless something else has the focus. */
function useFirstFocus(field: RefObject<HTMLTextAreaElement | null>, isWanted: boolean): void {
  const [isNew] = useState(isWanted)
  useEffect(() => {
    const active = document.activeElement
    const isFree = active === document.body || active?.id === 'main'
    if (isNew && isFree && window.matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true })
  }, [field, isNew])
}

/** Grows the field up to six lines; by script in browsers that do not support it in CSS. */
function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, words: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const element = field.current
    if (!element || CSS.supports('field-sizing', 'content')) return
    element.style.blockSize = 'auto'
    element.style.blockSize = `${element.scrollHeight}px`
  }, [field, words])
}
