import type { Chat, Message } from '@everkin/contract/types.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ChatAvatar } from '../../../ui/chat-avatar.tsx'
import { MessageText } from '../messages/message-text.tsx'

/** What the page shows of a message. */
interface Line {
  id: string
  text: string
  isMine: boolean
  /** In a group, who says it. */
  name: string | null
}

/** The end of a chat, at one of its revisions. */
export interface LastLines {
  chatId: string
  rev: number
  lines: Line[]
}

export const LAST_LINES = 6

/** The lines of the newest messages; of a chat in which help was shown, none: the list does not quote it either. */
export function toLastLines(chat: Chat, messages: readonly Message[]): LastLines {
  const isQuoted = chat.last_message !== null && !messages.some(({ crisis }) => crisis)
  const lines = messages
    .filter((message) => !message.hidden && !message.restriction && message.text !== '')
    .map(({ id, text, role, speaker }) => ({
      id,
      text,
      isMine: role === 'user',
      name: chat.type === 'multiple' ? (speaker?.name ?? null) : null,
    }))
  return { chatId: chat.id, rev: chat.rev, lines: isQuoted ? lines : [] }
}

interface LastPageProps {
  chat: Chat
  /** As loaded with the page; null if it belongs to no chat. */
  loaded: LastLines | null
  to: string
  /** When the chat was last written in. */
  time: ReactNode
  /** Shown beside the link to the chat. */
  children?: ReactNode
}

/**
 * The newest chat as an open page, styled by `last-page.css`: its last lines, and a link that opens it. Loads them again
 * when the chat changes.
 */
export function LastPage({ chat, loaded, to, time, children }: LastPageProps) {
  const text = useText()
  const lines = useLastLines(chat, loaded)
  return (
    <article className="last-page">
      <header className="last-page-head">
        <ChatAvatar card={chat.card} />
        <h2 className="title-2" dir="auto">
          {chat.title}
        </h2>
        {time}
      </header>
      {lines.length > 0 ? (
        // The chat has it all, with its buttons and notices.
        <div className="last-page-lines" inert>
          {lines.map((line) => (
            <div key={line.id} className={line.isMine ? 'words last-page-mine' : 'words'} dir="auto">
              {line.name ? (
                <p className="message-name">
                  <bdi>{line.name}</bdi>
                </p>
              ) : null}
              <MessageText text={line.text} />
            </div>
          ))}
        </div>
      ) : null}
      <footer className="last-page-foot">
        <Link className={buttonClass('primary')} to={to}>
          {text('characters.card.continue')}
        </Link>
        {children}
      </footer>
    </article>
  )
}

/** The lines of this revision of the chat, or otherwise the newest that are known of it. */
function useLastLines(chat: Chat, loaded: LastLines | null): Line[] {
  const [known, setKnown] = useState(loaded)
  const isKnown = known?.chatId === chat.id && known.rev === chat.rev
  useEffect(() => {
    // Phones show the list alone.
    if (isKnown || !window.matchMedia('(min-width: 64rem)').matches) return
    const leaving = new AbortController()
    const query = { chat_id: chat.id, limit: LAST_LINES }
    callApi('GET /api/chat/getMessages', { query }).then(
      ({ list }) => !leaving.signal.aborted && setKnown(toLastLines(chat, list)),
      // The head and the link do without them.
      () => {},
    )
    return () => leaving.abort()
  }, [chat, isKnown])
  return known?.chatId === chat.id ? known.lines : []
}
