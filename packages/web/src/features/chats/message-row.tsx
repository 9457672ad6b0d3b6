import type { Message } from '@everkin/contract/types.ts'
import { lazy, memo, Suspense, useEffect, useState } from 'react'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Arch } from '../../ui/portrait.tsx'
import { useConversation } from './conversation-context.ts'
import { DayLine, isNewDay } from './day-line.tsx'
import { clothOf } from './group-cast.ts'
import { MessageEditor } from './message-editor.tsx'
import { MessageToolbar } from './message-toolbar.tsx'
import { MessageWords, StreamingWords } from './message-words.tsx'
import { ReplyFault } from './reply-fault.tsx'
import { StillReading } from './still-reading.tsx'
import { TypingDots } from './typing-row.tsx'
import { useMessage } from './use-message.ts'
import { stopListening, useIsListened } from './voice/listening.ts'

const MessageAlbum = lazy(async () => ({ default: (await import('./album/message-album.tsx')).MessageAlbum }))
// Only without a language model.
const DemoMark = lazy(async () => ({ default: (await import('./demo-mark.tsx')).DemoMark }))
// Loaded by those who listen.
const VoicePlayer = lazy(async () => ({ default: (await import('./voice/voice-player.tsx')).VoicePlayer }))

interface MessageRowProps {
  id: string
  before: string | null
  after: string | null
  isGroup: boolean
}

const speakerOf = (message: Message | undefined) =>
  message ? `${message.role} ${message.speaker?.card_id ?? ''}` : null

/** One message with its day line, name, portrait and toolbar, as its neighbours leave room for them. */
export const MessageRow = memo(function MessageRow({ id, before, after, isGroup }: MessageRowProps) {
  const { chat, group } = useConversation()
  const message = useMessage(chat, id)
  const [isChosen, setChosen] = useState(false)
  const [isEditing, setEditing] = useState(false)
  if (!message) return null
  const previous = before === null ? undefined : chat.message(before)
  const next = after === null ? undefined : chat.message(after)
  const startsDay = isNewDay(previous?.created_at, message.created_at)
  const startsRun = startsDay || speakerOf(previous) !== speakerOf(message)
  const endsRun = speakerOf(next) !== speakerOf(message)
  const isMine = message.role === 'user'
  const isNarrator = message.role !== 'user' && message.speaker === null
  const isLast = after === null
  const shape = isNarrator ? ' message-narrator' : isMine ? ' message-mine' : ''
  return (
    <>
      {startsDay ? <DayLine iso={message.created_at} /> : null}
      <article
        className={`message${shape}${startsRun ? ' starts-run' : ''} ${isMine || !message.speaker ? '' : clothOf(group, message.speaker.card_id)}`}
        data-message={id}
        data-chosen={isChosen || undefined}
        aria-busy={message.status === 'streaming' || undefined}
      >
        <SpeakerLine message={message} isShown={isGroup && startsRun && !isMine && !isNarrator} />
        {isMine || isNarrator ? null : endsRun ? (
          <Arch url={message.speaker?.avatar ?? null} name={message.speaker?.name ?? ''} size="tiny" />
        ) : (
          <span aria-hidden="true" />
        )}
        <div className="message-column">
          {isEditing ? (
            <MessageEditor message={message} onDone={() => setEditing(false)} />
          ) : (
            <Bubble message={message} onTap={() => setChosen((chosen) => !chosen)} />
          )}
          {message.attachments.length > 0 ? (
            <Suspense fallback={null}>
              <MessageAlbum items={message.attachments} />
            </Suspense>
          ) : null}
          <MessageMarks message={message} isChosen={isChosen} />
          <Voice message={message} />
          {isEditing ? null : (
            <MessageToolbar
              message={message}
              isLast={isLast}
              isOpen={isChosen}
              onToggle={() => setChosen((chosen) => !chosen)}
              onEdit={() => setEditing(true)}
            />
          )}
        </div>
      </article>
    </>
  )
})

/** The player of a message that is listened to, where the button is that asked for it. */
function Voice({ message }: { message: Message }) {
  const isListened = useIsListened(message.id)
  // A message that is gone is no longer listened to.
  useEffect(() => () => stopListening({ messageId: message.id }), [message.id])
  if (!isListened) return null
  return (
    <Suspense fallback={null}>
      <VoicePlayer messageId={message.id} markdown={message.text} />
    </Suspense>
  )
}

function SpeakerLine({ message, isShown }: { message: Message; isShown: boolean }) {
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

/** A tap shows the message's options where there is no pointer to hover with; the button beside does so for all. */
function Bubble({ message, onTap }: { message: Message; onTap: () => void }) {
  const { chat } = useConversation()
  const tap = () => {
    const isReading = (window.getSelection()?.toString() ?? '') !== ''
    if (!isReading && window.matchMedia('(hover: none)').matches) onTap()
  }
  const isStreaming = message.status === 'streaming'
  if (!isStreaming && message.text === '') return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for touch; the options button does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div className="bubble" onClick={tap}>
      {/* Its own direction for the words, the page's for the bubble and its corners. */}
      <div className="words" dir="auto">
        {isStreaming && message.text === '' ? <TypingDots /> : null}
        {isStreaming && message.text !== '' ? <StreamingWords chat={chat} id={message.id} /> : null}
        {isStreaming ? null : <MessageWords text={message.text} isCut={message.status !== 'complete'} />}
      </div>
    </div>
  )
}

/** The same line without its explanation, until that is loaded. */
function DemoMarkFallback() {
  const text = useText()
  return (
    <p className="message-mark">
      <Icon name="info" size="tiny" />
      {text('chats.message.demo')}
    </p>
  )
}

/** What must be known of a message beside its words: how it ended, that a demo wrote it, when. */
function MessageMarks({ message, isChosen }: { message: Message; isChosen: boolean }) {
  const text = useText()
  return (
    <>
      {message.status === 'stopped' ? (
        <p className="message-mark">
          <Icon name="stop" size="tiny" />
          {text('chats.message.stopped')}
        </p>
      ) : null}
      {message.status === 'failed' ? <ReplyFault message={message} /> : null}
      {message.status === 'streaming' && message.text === '' ? <StillReading id={message.id} /> : null}
      {message.voice_demo ? (
        <Suspense fallback={<DemoMarkFallback />}>
          <DemoMark />
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
