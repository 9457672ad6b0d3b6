import type { Chat } from '@everkin/contract/types.ts'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { ChatAvatar } from '../../../ui/chat-avatar.tsx'
import { LineSkeleton } from '../../../ui/skeleton.tsx'
import { UnreadCount } from '../../../ui/unread-count.tsx'
import { newestChats } from './chat-list.ts'
import './recent-chats.css'

const SHOWN_COUNT = 8
/** Pinned chats come first in the list, however old: loading more than are shown finds the newest among them. */
const FETCHED_COUNT = 24

interface RecentChatsProps {
  pathOfChat: (chatId: string) => string
  allPath: string
  explorePath: string
  /** Called when a link is followed, so that the surrounding menu can close. */
  onLeave: () => void
}

/** The person's last eight chats with portrait, name and unread count; loads them when it mounts. */
export function RecentChats({ pathOfChat, allPath, explorePath, onLeave }: RecentChatsProps) {
  const text = useText()
  const [chats, setChats] = useState<Chat[] | 'loading' | 'failed'>('loading')

  useEffect(() => {
    const leaving = new AbortController()
    callApi('GET /api/chat/list', { query: { limit: FETCHED_COUNT } }).then(
      ({ list }) =>
        !leaving.signal.aborted &&
        setChats(
          newestChats(
            list.filter(({ blocked }) => !blocked),
            SHOWN_COUNT,
          ),
        ),
      () => !leaving.signal.aborted && setChats('failed'),
    )
    return () => leaving.abort()
  }, [])

  if (chats === 'loading') return <LineSkeleton tall />
  if (chats === 'failed') {
    return (
      <p className="recent-note" role="alert">
        {text('shell.recent.failed')}
      </p>
    )
  }
  if (chats.length === 0) {
    return (
      <>
        <p className="recent-note">{text('shell.recent.empty')}</p>
        <Link className="recent-all" to={explorePath} onClick={onLeave}>
          {text('shell.tabs.explore')}
        </Link>
      </>
    )
  }
  return (
    <>
      <ul>
        {chats.map((chat) => (
          <li key={chat.id}>
            <Link className="recent-chat" to={pathOfChat(chat.id)} onClick={onLeave}>
              <ChatAvatar card={chat.card} size="tiny" />
              <span className="recent-name" dir="auto">
                {chat.title || chat.card.name}
              </span>
              <UnreadCount count={chat.unread} />
            </Link>
          </li>
        ))}
      </ul>
      <Link className="recent-all" to={allPath} onClick={onLeave}>
        {text('shell.actions.seeAll')}
      </Link>
    </>
  )
}
