import type { Chat } from '@everkin/contract/types.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuItem, PopoverMenu } from '../../ui/popover-menu.tsx'
import { Arch } from '../../ui/portrait.tsx'
import { shortMoment } from './days.ts'
import { parseBlocks } from './markdown-blocks.ts'
import { plainText } from './markdown-types.ts'

export interface ChatRowActions {
  pin: (chat: Chat, on: boolean) => void
  remove: (chat: Chat) => void
}

interface ChatRowProps {
  chat: Chat
  to: string
  isCurrent: boolean
  actions: ChatRowActions
}

/** One chat of the list: its newest line, its time, what is unread, and its menu. */
export const ChatRow = memo(function ChatRow({ chat, to, isCurrent, actions }: ChatRowProps) {
  const text = useText()
  const format = useFormat()
  const last = chat.last_message
  const preview = last === null ? chat.card.tagline : plainText(parseBlocks(last.text))
  const speaker = chat.type === 'multiple' ? last?.speaker_name : null
  return (
    <li className="chat-row" data-chat={chat.id}>
      <Link to={to} aria-current={isCurrent ? 'page' : undefined} preventScrollReset>
        <Arch url={chat.card.avatar} name={chat.card.name} />
        <span className="chat-row-body">
          <span className="chat-row-line">
            <span className="title-3" dir="auto">
              {chat.title}
            </span>
            {chat.pinned ? (
              <span className="chat-row-pin">
                <Icon name="push-pin-fill" size="tiny" />
                <span className="visually-hidden">{text('chats.list.pinned')}</span>
              </span>
            ) : null}
            <Moment iso={chat.updated_at} />
          </span>
          <span className="chat-row-line">
            <span className="chat-row-preview" dir="auto">
              {speaker ? `${speaker}: ${preview}` : preview}
            </span>
            {chat.unread > 0 && !isCurrent ? (
              <span className="badge figures">
                <span aria-hidden="true">{format.number(chat.unread)}</span>
                <span className="visually-hidden">{text('shell.tabs.unread', { count: chat.unread })}</span>
              </span>
            ) : null}
          </span>
        </span>
      </Link>
      <PopoverMenu
        label={text('chats.list.optionsFor', { name: chat.title })}
        trigger={<Icon name="dots-three" />}
        triggerClass="icon-button chat-row-more"
      >
        <MenuItem onSelect={() => actions.pin(chat, !chat.pinned)}>
          <Icon name="push-pin" size="small" />
          {text(chat.pinned ? 'chats.list.unpin' : 'chats.list.pin')}
        </MenuItem>
        <MenuItem danger onSelect={() => actions.remove(chat)}>
          <Icon name="trash" size="small" />
          {text('chats.list.delete')}
        </MenuItem>
      </PopoverMenu>
    </li>
  )
})

/** Server and first draw agree on a plain date in UTC; the device's own day takes over from there. */
function Moment({ iso }: { iso: string }) {
  const locale = useLocale()
  const isMounted = useMounted()
  if (!isMounted) return <LocalTime iso={iso} as="date" />
  return <time dateTime={iso}>{shortMoment(iso, Date.now(), locale)}</time>
}
