import { useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import type { ChatNotice, ChatSnapshot } from './chat-snapshot.ts'
import { useChatSnapshot, useConversation } from './conversation-context.ts'
import { ChunkFrame, NearnessContext, type NearnessWatch, TargetContext, watchNearness } from './message-chunk.tsx'
import { chunksOf, type MessageChunk } from './message-chunks.ts'
import { MessageRow } from './message-row.tsx'
import { NoticeCard } from './notice-card.tsx'
import { OutgoingRow } from './outgoing-row.tsx'
import { SceneCard } from './scene-card.tsx'
import { TypingRow } from './typing-row.tsx'
import { useLogScroll } from './use-log-scroll.ts'
import { useShownTarget } from './use-shown-target.ts'

/** The conversation itself: a log that can be focused and scrolled, with what is on its way at its end. */
export function MessageList({ onEditOutgoing }: { onEditOutgoing: (words: string) => void }) {
  const { chat, name, target } = useConversation()
  const text = useText()
  const snapshot = useChatSnapshot(chat)
  const log = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { isAtEnd, hasNewLines, toEnd, toCard } = useLogScroll(log, content, chat)
  const watch = useNearness(log)
  const newestOutgoing = snapshot.outgoing.at(-1)?.item.client_id
  const cardCount = snapshot.notices.filter(({ notice }) => notice.help_lines.length > 0).length

  useShownTarget(log, target)

  // What was just sent is brought into view wherever the reader was.
  useEffect(() => {
    if (newestOutgoing !== undefined) toEnd()
  }, [newestOutgoing, toEnd])

  // So are help lines, from their heading on: the card is often longer than a phone's screen.
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
        // Announced apart, once and whole, by the announcer: not word by word while it streams.
        aria-live="off"
        aria-busy={snapshot.streamingId !== null || undefined}
        aria-label={text('chats.log.label', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <div className="log-content" ref={content}>
          <Beginning snapshot={snapshot} />
          <NearnessContext value={watch}>
            <TargetContext value={target?.id ?? null}>
              <Messages snapshot={snapshot} />
            </TargetContext>
          </NearnessContext>
          {snapshot.notices
            .filter((notice) => notice.afterId === null || !snapshot.ids.includes(notice.afterId))
            .map((notice) => (
              <NoticeCard key={notice.notice.kind} notice={notice} />
            ))}
          {snapshot.outgoing.map((entry) => (
            <OutgoingRow key={entry.item.client_id} entry={entry} onEdit={onEditOutgoing} />
          ))}
          {snapshot.awaitingReply ? <TypingRow name={name} avatar={snapshot.chat.card.avatar} /> : null}
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

function Beginning({ snapshot }: { snapshot: ChatSnapshot }) {
  const { chat } = useConversation()
  const text = useText()
  if (!snapshot.hasOlder) return <SceneCard card={snapshot.chat.card} />
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

function Messages({ snapshot }: { snapshot: ChatSnapshot }) {
  const { chat } = useConversation()
  const { ids, notices } = snapshot
  const previous = useRef<readonly MessageChunk[]>([])
  const chunks = chunksOf(ids, (id) => chat.message(id)?.seq ?? 0, previous.current)
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
    <ChunkFrame key={chunk.key} chunk={chunk}>
      {row}
    </ChunkFrame>
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
  const own = notices.filter((notice) => notice.afterId === row.id)
  return (
    <>
      <MessageRow {...row} />
      {own.map((notice) => (
        <NoticeCard key={notice.notice.kind} notice={notice} />
      ))}
    </>
  )
}

function useNearness(log: React.RefObject<HTMLDivElement | null>): NearnessWatch | null {
  const [watch, setWatch] = useState<NearnessWatch | null>(null)
  useEffect(() => {
    if (!log.current) return
    const made = watchNearness(log.current)
    setWatch(made)
    return made.stop
  }, [log])
  return watch
}
