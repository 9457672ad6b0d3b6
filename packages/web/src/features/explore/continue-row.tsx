import type { Chat } from '@everkin/contract/types.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { ChatAvatar } from '../../ui/chat-avatar.tsx'
import { UnreadCount } from '../../ui/unread-count.tsx'

/** What the row shows of a chat. */
export interface ContinuedChat extends Pick<Chat, 'id' | 'card' | 'title' | 'unread'> {
  /** The last thing that was said in it. */
  line: string
}

interface ContinueRowProps {
  chats: ContinuedChat[]
  pathOfChat: (chatId: string) => string
  allPath: string
}

/** The most recent chats, each with the last line that was spoken; renders nothing if there are none. */
export function ContinueRow({ chats, pathOfChat, allPath }: ContinueRowProps) {
  const text = useText()
  if (chats.length === 0) return null
  return (
    <section>
      <div className="shelf-head shelf-head-first">
        <h2 className="title-2">{text('explore.continue')}</h2>
        <Link to={allPath}>{text('shell.actions.seeAll')}</Link>
      </div>
      <div className="continue-row">
        {chats.map((chat) => (
          <Link className="continue" key={chat.id} to={pathOfChat(chat.id)}>
            <ChatAvatar card={chat.card} />
            <div>
              <div className="continue-name">
                <h3 className="title-3" dir="auto">
                  {chat.title || chat.card.name}
                </h3>
                <UnreadCount count={chat.unread} />
              </div>
              <p className="spoken-line" dir="auto">
                {chat.line || chat.card.tagline}
              </p>
            </div>
          </Link>
        ))}
      </div>
    </section>
  )
}
