import type { ChatCard } from '@everkin/contract/types.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { useScrollToTarget } from '../context/use-jump-to-message.ts'
import { type ChatNotice, type ChatSnapshot, isCrisisNotice } from '../realtime/chat-snapshot.ts'
import type { OutboxItem } from '../realtime/outbox-store.ts'
import {
  chunkMessages,
  createNearViewObserver,
  type MessageChunk,
  NearViewContext,
  type NearViewObserver,
  TargetContext,
  VirtualizedChunk,
} from './message-chunks.tsx'
import { MessageRow } from './message-row.tsx'
import { OutgoingMessage } from './outgoing-message.tsx'
import { ReplyPrice, useReplyPrice } from './reply-price.tsx'
import { TypingRow } from './reply-status.tsx'
import { AiReminder, HelpReminder, SafetyNoticeCard } from './safety-notice-card.tsx'
import { useMessage } from './use-message.ts'
import { useMessageScroll, useVersionInView } from './use-message-scroll.ts'

interface MessageListProps {
  onEditOutgoing: (item: OutboxItem) => void
  /** Called when scrolling leaves or reaches the start of the conversation, where its head has room. */
  onHeadOpen: (isOpen: boolean) => void
}

/** The messages of a conversation: a focusable, scrollable log with pending messages at its end. */
export function MessageList({ onEditOutgoing, onHeadOpen }: MessageListProps) {
  const conversation = useConversation()
  const { chat, name, target } = conversation
  const text = useText()
  const snapshot = useChatSnapshot(chat)
  const log = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const scroll = useMessageScroll(log, content, chat, onHeadOpen)
  const { isAtEnd, hasNewLines, toEnd, toCard } = scroll
  useVersionInView(log, conversation, scroll)
  const watch = useNearViewObserver(log)
  const newestOutgoing = snapshot.outgoing.at(-1)?.item.client_id
  const cardCount = snapshot.notices.filter(({ notice }) => notice.help_lines.length > 0).length

  useScrollToTarget(log, target)

  // Scrolls to a message that was just sent, wherever the reader was.
  useEffect(() => {
    if (newestOutgoing !== undefined) toEnd()
  }, [newestOutgoing, toEnd])

  // Scrolls to new help lines, aligned with their heading: the card is often taller than a phone's screen.
  useEffect(() => {
    if (cardCount === 0) return
    const newest = [...(log.current?.querySelectorAll('[data-message], [data-notice="crisis"]') ?? [])].at(-1)
    if (newest?.matches('[data-notice]')) toCard(newest)
    else toEnd()
  }, [cardCount, toCard, toEnd])

  return (
    <>
      <div
        className="log"
        ref={log}
        role="log"
        // Announced once and in full by ReplyAnnouncer, not word by word while it streams.
        aria-live="off"
        aria-busy={snapshot.streamingId !== null || undefined}
        aria-label={text('chats.log.label', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <div className="log-content" ref={content}>
          <LogStart snapshot={snapshot} />
          <NearViewContext value={watch}>
            <TargetContext value={target?.id ?? null}>
              <MessageChunks snapshot={snapshot} />
            </TargetContext>
          </NearViewContext>
          {snapshot.notices
            .filter((notice) => notice.afterId === null || !snapshot.ids.includes(notice.afterId))
            .map((notice) => (
              <SafetyNoticeCard key={notice.notice.kind} notice={notice} />
            ))}
          {snapshot.outgoing.map((entry) => (
            <OutgoingMessage key={entry.item.client_id} entry={entry} onEdit={onEditOutgoing} />
          ))}
          {snapshot.awaitingReply ? <TypingRow card={snapshot.chat.card} /> : null}
          <AskForReply snapshot={snapshot} />
        </div>
      </div>
      {isAtEnd ? null : (
        <button type="button" className={`to-newest${hasNewLines ? ' to-newest-news' : ''}`} onClick={toEnd}>
          <Icon name="arrow-down" size="small" />
          <span className={hasNewLines ? undefined : 'visually-hidden'}>
            {text(hasNewLines ? 'chats.log.newLines' : 'chats.log.newest')}
          </span>
        </button>
      )}
    </>
  )
}

/** Where the last line is the reader's own and nobody is about to answer it, as after a deletion. */
function AskForReply({ snapshot }: { snapshot: ChatSnapshot }) {
  const { chat, group, warnIfUnsent, isGuest } = useConversation()
  const text = useText()
  const price = useReplyPrice()
  const { ids, outgoing, notices, awaitingReply, streamingId, deleted } = snapshot
  const last = chat.message(ids.at(-1) ?? '')
  // Members of a group are asked by their names; after a sign of distress the story pauses.
  if (isGuest || group || last?.role !== 'user' || snapshot.chat.closed || deleted) return null
  if (awaitingReply || streamingId !== null || outgoing.length > 0) return null
  if (last.crisis || notices.some(({ afterId, notice }) => afterId === last.id && isCrisisNotice(notice))) return null
  return (
    <p className="ask-reply">
      <button
        type="button"
        className="text-button"
        aria-description={price ?? undefined}
        onClick={() => warnIfUnsent(chat.commands.requestReplyBy(snapshot.chat.card.id))}
      >
        <Icon name="chat-circle-text" size="small" />
        {text('chats.message.askReply')}
      </button>
      <ReplyPrice />
    </p>
  )
}

function LogStart({ snapshot }: { snapshot: ChatSnapshot }) {
  const { chat } = useConversation()
  const text = useText()
  if (!snapshot.hasOlder) return <ConversationIntro card={snapshot.chat.card} />
  return (
    <div className="older">
      {snapshot.older === 'failed' ? (
        <>
          <p>{text('chats.log.olderFailed')}</p>
          <button type="button" className="text-button" onClick={() => void chat.loadOlder()}>
            {text('shell.actions.retry')}
          </button>
        </>
      ) : (
        <p>{text('chats.log.loadingOlder')}</p>
      )}
    </div>
  )
}

function MessageChunks({ snapshot }: { snapshot: ChatSnapshot }) {
  const { chat } = useConversation()
  const { ids, notices } = snapshot
  const previous = useRef<readonly MessageChunk[]>([])
  const chunks = chunkMessages(ids, (id) => chat.message(id)?.seq ?? 0, previous.current)
  useEffect(() => {
    previous.current = chunks
  })
  const isGroup = snapshot.chat.type === 'multiple'
  const row = useCallback(
    (id: string, before: string | null, after: string | null) => (
      <RowWithNotices key={id} id={id} before={before} after={after} isGroup={isGroup} notices={notices} />
    ),
    [isGroup, notices],
  )
  return chunks.map((chunk) => (
    <VirtualizedChunk key={chunk.key} chunk={chunk}>
      {row}
    </VirtualizedChunk>
  ))
}

interface RowWithNoticesProps {
  id: string
  before: string | null
  after: string | null
  isGroup: boolean
  notices: readonly ChatNotice[]
}

function RowWithNotices({ notices, ...row }: RowWithNoticesProps) {
  const { chat } = useConversation()
  const message = useMessage(chat, row.id)
  const own = notices.filter((notice) => notice.afterId === row.id)
  return (
    <>
      <MessageRow {...row} />
      {own.map((notice) => (
        <SafetyNoticeCard key={notice.notice.kind} notice={notice} />
      ))}
      {own.length === 0 && message?.crisis ? <HelpReminder /> : null}
      {message?.claims_human && !own.some(({ notice }) => notice.kind === 'ai_reminder') ? <AiReminder /> : null}
    </>
  )
}

function useNearViewObserver(log: React.RefObject<HTMLDivElement | null>): NearViewObserver | null {
  const [watch, setWatch] = useState<NearViewObserver | null>(null)
  useEffect(() => {
    if (!log.current) return
    const made = createNearViewObserver(log.current)
    setWatch(made)
    return made.stop
  }, [log])
  return watch
}

/** Shown above every conversation: that the speakers are AI characters (H1). */
function ConversationIntro({ card }: { card: ChatCard }) {
  const text = useText()
  const isGroup = card.type === 'multiple'
  return (
    <p className="chat-notice">
      <Icon name="book-open" size="tiny" />
      {isGroup ? text('chats.ai.groupNotice') : text('chats.ai.notice', { name: card.name })}
    </p>
  )
}
