import type { Message } from '@everkin/contract/types.ts'
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import { LocalTime } from '../../../i18n/local-time.tsx'
import type { TextFunction } from '../../../i18n/page-translator.ts'
import { type ReaderClock, useReaderClock } from '../../../i18n/reader-clock.ts'
import { useText } from '../../../i18n/use-text.ts'
import { useReturnFocus } from '../../../lib/use-return-focus.ts'
import { CharacterAvatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { patternClassOf } from '../context/participants.tsx'
import { stopPlayback, useIsPlaying } from '../voice/now-playing.ts'
import { localDay } from './dates.ts'
import { MessageEditor } from './message-editor.tsx'
import { MessageText, StreamingText } from './message-text.tsx'
import { MessageToolbar, type OpenOptions } from './message-toolbar.tsx'
import { CutOffNote, ReplyError, SlowReplyNote, TypingDots } from './reply-status.tsx'
import { useMessage } from './use-message.ts'
import { useMessageGestures } from './use-message-gestures.ts'

const MessageAlbum = lazy(async () => ({ default: (await import('../album/album-item.tsx')).MessageAlbum }))
const MessagePictures = lazy(async () => ({ default: (await import('./message-pictures.tsx')).MessagePictures }))
// Loaded only if the server has no language model.
const DemoLabel = lazy(async () => ({ default: (await import('./demo-label.tsx')).DemoLabel }))
// Loaded with the first reply of a model that thinks before it writes.
const MessageReasoning = lazy(async () => ({ default: (await import('./message-reasoning.tsx')).MessageReasoning }))
// Loaded when a message is first played.
const VoicePlayer = lazy(async () => ({ default: (await import('../voice/voice-player.tsx')).VoicePlayer }))

interface MessageRowProps {
  id: string
  before: string | null
  after: string | null
  isGroup: boolean
}

const speakerKey = (message: Message | undefined) =>
  message ? `${message.role} ${message.speaker?.card_id ?? ''}` : null

/** One message with its date line, name, portrait and toolbar, as far as its neighbours require them. */
export const MessageRow = memo(function MessageRow({ id, before, after, isGroup }: MessageRowProps) {
  const { chat, group } = useConversation()
  const message = useMessage(chat, id)
  const { timeZone } = useReaderClock()
  const [options, setOptions] = useState<OpenOptions | null>(null)
  const [isEditing, setEditing] = useState(false)
  const article = useRef<HTMLElement>(null)
  useReturnFocus(isEditing || null, () => article.current?.querySelector<HTMLElement>('.message-more'))
  if (!message) return null
  const previous = before === null ? undefined : chat.message(before)
  const next = after === null ? undefined : chat.message(after)
  const startsDay = isNewDay(previous?.created_at, message.created_at, timeZone)
  const startsRun = startsDay || speakerKey(previous) !== speakerKey(message)
  const endsRun = speakerKey(next) !== speakerKey(message)
  const isMine = message.role === 'user'
  const isNarrator = message.role !== 'user' && message.speaker === null
  const isLast = after === null
  const shape = isNarrator ? ' message-narrator' : isMine ? ' message-mine' : ''
  return (
    <>
      {startsDay ? <DaySeparator iso={message.created_at} /> : null}
      <article
        ref={article}
        className={`message${shape}${message.hidden ? ' message-hidden' : ''}${startsRun ? ' starts-run' : ''} ${isMine || !message.speaker ? '' : patternClassOf(group, message.speaker.card_id)}`}
        data-message={id}
        data-chosen={options !== null || undefined}
        aria-busy={message.status === 'streaming' || undefined}
      >
        <SpeakerName message={message} isShown={isGroup && startsRun && !isMine && !isNarrator} />
        {isMine || isNarrator ? null : endsRun ? (
          <CharacterAvatar
            url={message.speaker?.avatar ?? null}
            id={message.speaker?.card_id ?? ''}
            name={message.speaker?.name ?? ''}
            size="tiny"
          />
        ) : (
          <span aria-hidden="true" />
        )}
        <div className="message-column">
          {isMine && message.attachments.length > 0 ? (
            <Suspense fallback={null}>
              <MessagePictures message={message} />
            </Suspense>
          ) : null}
          {hasReasoning(message) ? (
            <Suspense fallback={<ThinkingLine />}>
              <MessageReasoning message={message} />
            </Suspense>
          ) : null}
          {isEditing ? (
            <MessageEditor message={message} onDone={() => setEditing(false)} />
          ) : (
            <Bubble message={message} onOpen={() => setOptions((open) => (open ? null : 'sheet'))} />
          )}
          {!isMine && message.attachments.length > 0 ? (
            <Suspense fallback={null}>
              <MessageAlbum items={message.attachments} />
            </Suspense>
          ) : null}
          <MessageStatus message={message} isLast={isLast} isChosen={options !== null} />
          <MessageVoice message={message} />
          {isEditing ? null : (
            <MessageToolbar
              message={message}
              isLast={isLast}
              options={options}
              onOptions={setOptions}
              onEdit={() => {
                setOptions(null)
                setEditing(true)
              }}
            />
          )}
        </div>
      </article>
    </>
  )
})

/** The voice player, in place of the button that opened it. */
function MessageVoice({ message }: { message: Message }) {
  const isListened = useIsPlaying(message.id)
  // Stops playback when the message is removed.
  useEffect(() => () => stopPlayback({ messageId: message.id }), [message.id])
  if (!isListened) return null
  return (
    <Suspense fallback={null}>
      <VoicePlayer messageId={message.id} />
    </Suspense>
  )
}

function SpeakerName({ message, isShown }: { message: Message; isShown: boolean }) {
  const text = useText()
  if (isShown) {
    return (
      <p className="message-name">
        <bdi>{message.speaker?.name}</bdi>
      </p>
    )
  }
  const name = message.role === 'user' ? text('chats.log.you') : message.speaker?.name
  return name ? <p className="visually-hidden">{name}</p> : null
}

/**
 * The words of a message. On touch screens a tap or a long press shows the message's options, and a swipe its other
 * versions; the buttons below do so everywhere. A swipe never has a new version written, which may cost something.
 */
function Bubble({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { chat, variantStep, warnIfUnsent, isGuest } = useConversation()
  const isWriting = useChatSnapshot(chat).streamingId !== null
  const { index, ids } = message.variant
  // Where a swipe or a button has asked for this version, it comes in from that side.
  const [arrival] = useState(() =>
    variantStep.current?.parentId === message.parent_id ? variantStep.current.step : null,
  )
  const gestures = useMessageGestures({
    onLongPress: onOpen,
    canSwipe: (step) => !isGuest && !isWriting && ids[index + step] !== undefined,
    onSwipe: (step) => {
      const isSent = chat.commands.select(ids[index + step] ?? '')
      warnIfUnsent(isSent)
      if (isSent) variantStep.current = { parentId: message.parent_id, step }
      return isSent
    },
  })
  const tap = () => {
    const isReading = (window.getSelection()?.toString() ?? '') !== ''
    if (!isReading && window.matchMedia('(hover: none)').matches) onOpen()
  }
  const isStreaming = message.status === 'streaming'
  if (message.text === '' && (!isStreaming || hasReasoning(message))) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for touch; the options button does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      className={`bubble${ids.length > 1 ? ' bubble-swipes' : ''}${arrival === null ? '' : arrival === 1 ? ' words-next' : ' words-previous'}`}
      onClick={tap}
      {...gestures}
    >
      {/* The text has its own direction; the bubble and its corners follow the page. */}
      <div className="words" dir="auto">
        {isStreaming && message.text === '' ? <TypingDots /> : null}
        {isStreaming && message.text !== '' ? <StreamingText chat={chat} id={message.id} /> : null}
        {isStreaming ? null : <MessageText text={message.text} isCut={message.status !== 'complete'} />}
      </div>
    </div>
  )
}

/** Whether the model thought before it wrote. Conversations that this browser kept from before do not say so. */
function hasReasoning({ reasoning, reasoning_ms }: Message): boolean {
  return Boolean(reasoning) || typeof reasoning_ms === 'number'
}

/** Stands for the thought until its part of the page is loaded. */
function ThinkingLine() {
  const text = useText()
  return (
    <div className="thought">
      <p className="thought-line">
        <Icon name="lightbulb" size="tiny" />
        {text('chats.reasoning.thinking')}
      </p>
    </div>
  )
}

/** The label without its explanation, until that is loaded. */
function DemoLabelFallback() {
  const text = useText()
  return (
    <p className="message-mark">
      <Icon name="info" size="tiny" />
      {text('chats.message.demo')}
    </p>
  )
}

/** Metadata of a message: how it ended, that a demo wrote it, and when. */
function MessageStatus(props: { message: Message; isLast: boolean; isChosen: boolean }) {
  const { message, isLast, isChosen } = props
  const text = useText()
  return (
    <>
      {message.restriction ? (
        <p className="message-mark">
          <Icon name="eye-slash" size="tiny" />
          {text('moderation.withheld')}
        </p>
      ) : null}
      {message.hidden && !message.restriction ? (
        <p className="message-mark">
          <Icon name="eye-slash" size="tiny" />
          {text('chats.message.hidden')}
        </p>
      ) : null}
      {message.status === 'stopped' ? (
        <p className="message-mark">
          <Icon name="stop" size="tiny" />
          {text('chats.message.stopped')}
        </p>
      ) : null}
      {message.is_cut_off && isLast ? <CutOffNote id={message.id} /> : null}
      {message.status === 'failed' ? <ReplyError message={message} /> : null}
      {message.status === 'streaming' && message.text === '' && !hasReasoning(message) ? (
        <SlowReplyNote id={message.id} />
      ) : null}
      {message.voice_demo ? (
        <Suspense fallback={<DemoLabelFallback />}>
          <DemoLabel />
        </Suspense>
      ) : null}
      {isChosen ? (
        <p className="message-mark">
          <LocalTime iso={message.created_at} as="time" />
        </p>
      ) : null}
    </>
  )
}

/** Whether a message is the first of a day in the reader's time zone. */
function isNewDay(before: string | undefined, iso: string, timeZone: string | undefined): boolean {
  return before === undefined || localDay(before, timeZone) !== localDay(iso, timeZone)
}

/** The line between two days: today and yesterday by name, others by date. */
function DaySeparator({ iso }: { iso: string }) {
  const text = useText()
  const clock = useReaderClock()
  return <p className="day-line">{relativeDayName(iso, clock, text) ?? <LocalTime iso={iso} as="date" />}</p>
}

function relativeDayName(iso: string, { timeZone, nowMs }: ReaderClock, text: TextFunction): string | null {
  const day = localDay(iso, timeZone)
  if (day === localDay(nowMs, timeZone)) return text('chats.log.today')
  return day === localDay(nowMs - 86_400_000, timeZone) ? text('chats.log.yesterday') : null
}
