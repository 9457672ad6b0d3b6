import type { Chat } from '@everkin/contract/types.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'

interface ContinueRowProps {
  chats: Chat[]
  pathOfChat: (chatId: string) => string
  allPath: string
}

/** The most recent chats with their last messages; renders nothing if there are none. */
export function ContinueRow({ chats, pathOfChat, allPath }: ContinueRowProps) {
  const text = useText()
  if (chats.length === 0) return null
  return (
    <section>
      <div className="shelf-head shelf-head-first">
        <h2 className="title-3">{text('explore.continue')}</h2>
        <Link to={allPath}>{text('shell.actions.seeAll')}</Link>
      </div>
      <div className="continue-row">
        {chats.map((chat) => (
          <Link className="continue" key={chat.id} to={pathOfChat(chat.id)}>
            <CharacterAvatar url={chat.card.avatar} name={chat.card.name} />
            <div>
              <h3 className="title-3" dir="auto">
                {chat.title || chat.card.name}
              </h3>
              <p className="continue-line" dir="auto">
                {lastSpoken(chat.last_message?.text ?? '') || chat.card.tagline}
              </p>
            </div>
          </Link>
        ))}
      </div>
    </section>
  )
}

/** The last thing that is said in a message; of one that only tells what happens, the whole text. */
function lastSpoken(words: string): string {
  const spoken = words
    .split(/\*[^*]+\*|\n+/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => /\p{L}/u.test(part))
  return spoken.at(-1) ?? words.replaceAll('*', '').replace(/\s+/g, ' ').trim()
}
