import type { Chat } from '@everkin/contract/types.ts'
import { lastSpoken, parseBlocks, plainText } from '@everkin/roleplay-markdown'
import { type FormEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../i18n/format.ts'
import { useReaderClock } from '../../../i18n/reader-clock.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import emptyChatsUrl from '../../../ui/art/empty-chats.svg?no-inline'
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx'
import { ChatAvatar } from '../../../ui/chat-avatar.tsx'
import { EmptyState, Illustration } from '../../../ui/empty-state.tsx'
import { Input } from '../../../ui/form/form-controls.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MenuItem, PopoverMenu } from '../../../ui/popover-menu.tsx'
import { UnreadCount } from '../../../ui/unread-count.tsx'
import { shortDate } from '../messages/dates.ts'
import { type ChatList, type ChatListSnapshot, hasNoChats } from './chat-list.ts'

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

/** One chat of the list: its latest message, time, unread count, and menu. */
const ChatRow = memo(function ChatRow({ chat, to, isCurrent, actions }: ChatRowProps) {
  const text = useText()
  const format = useFormat()
  const last = chat.last_message
  const speaker = chat.type === 'multiple' ? last?.speaker_name : null
  return (
    <li className="chat-row" data-chat={chat.id}>
      <Link to={to} aria-current={isCurrent ? 'page' : undefined} preventScrollReset>
        <ChatAvatar card={chat.card} />
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
            <ShortDate iso={chat.updated_at} />
          </span>
          <span className="chat-row-line">
            <span className="chat-row-preview" dir="auto">
              {speaker ? (
                <>
                  {/* Isolated, so that the message gives the line its direction, and the line is cut at its end. */}
                  <bdi>{speaker}</bdi>
                  {format.labelled('', '')}
                </>
              ) : null}
              <Preview last={last} tagline={chat.card.tagline} />
            </span>
            <UnreadCount count={isCurrent ? 0 : chat.unread} />
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

/** What a character said last, without stage directions; of a message of the reader or a narrator, all of its words. */
function Preview({ last, tagline }: { last: Chat['last_message']; tagline: string }) {
  if (last === null) return tagline
  const blocks = parseBlocks(last.text, true)
  if (last.role === 'character') return <span className="spoken-line">{lastSpoken(blocks)}</span>
  return plainText(blocks)
}

/** When a chat was last written in. */
export function ShortDate({ iso }: { iso: string }) {
  const locale = useLocale()
  const { timeZone, nowMs, isKnown } = useReaderClock()
  return (
    <time dateTime={iso} className={isKnown ? undefined : 'time-pending'}>
      {shortDate(iso, nowMs, locale, timeZone)}
    </time>
  )
}

/** The search starts when the reader has stopped typing for this long. */
const SEARCH_DEBOUNCE_MS = 200

interface ChatListPaneProps {
  list: ChatList
  snapshot: ChatListSnapshot
  actions: ChatRowActions
  linkTo: (chatId: string) => string
  exploreLink: string
  currentChatId: string | null
  /** Opens the dialog that imports a chat from a file. */
  onImport?: () => void
  /** Further search results, shown below the list. */
  extraResults?: (query: string) => ReactNode
  /** `h1` on the history page, `h2` in a pane beside a conversation. */
  heading: 'h1' | 'h2'
}

/** All chats: search, pins, unread counts, and further pages as the reader scrolls. */
export function ChatListPane({
  list,
  snapshot,
  actions,
  linkTo,
  exploreLink,
  currentChatId,
  heading: Heading,
  onImport,
  extraResults,
}: ChatListPaneProps) {
  const text = useText()
  const [type, setType] = useState<'all' | 'multiple'>('all')
  const hasGroups = snapshot.chats.some((chat) => chat.type === 'multiple')
  // Without a group the choice is not shown, so it must not hide the other chats either.
  const chats = snapshot.chats.filter((chat) => type === 'all' || !hasGroups || chat.type === type)
  return (
    <>
      <div className="list-head">
        <Heading className="title-1">{text('chats.list.title')}</Heading>
        {onImport ? (
          <IconButton icon="upload-simple" label={text('chat-tools.import.title')} onClick={onImport} />
        ) : null}
        <Link
          className="icon-button list-new"
          to={exploreLink}
          aria-label={text('chats.list.new')}
          title={text('chats.list.new')}
        >
          <Icon name="plus" />
        </Link>
        {hasGroups ? <TypeFilter type={type} onChange={setType} /> : null}
      </div>
      <SearchField onSearch={(query) => void list.search(query)} />
      <div className="list-scroll" aria-busy={snapshot.state === 'searching' || undefined}>
        <ul>
          {chats.map((chat) => (
            <ChatRow
              key={chat.id}
              chat={chat}
              to={linkTo(chat.id)}
              isCurrent={chat.id === currentChatId}
              actions={actions}
            />
          ))}
        </ul>
        <ListEnd list={list} snapshot={snapshot} exploreLink={exploreLink} />
        {extraResults?.(snapshot.query)}
      </div>
    </>
  )
}

interface ListEndProps {
  list: ChatList
  snapshot: ChatListSnapshot
  exploreLink: string
}

function ListEnd({ list, snapshot, exploreLink }: ListEndProps) {
  const text = useText()
  const end = useRef<HTMLDivElement>(null)
  const { hasMore, state, chats } = snapshot
  useEffect(() => {
    if (!end.current || !hasMore || state !== 'idle') return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void list.loadMore()
      },
      { rootMargin: '600px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [list, hasMore, state])
  if (state === 'failed') {
    return (
      <div className="older" role="alert">
        <p>{text('errors.network')}</p>
        <Button onClick={() => void list.refresh()}>{text('shell.actions.retry')}</Button>
      </div>
    )
  }
  if (hasMore) {
    return (
      <div className="older" ref={end}>
        <Button onClick={() => void list.loadMore()} busy={state === 'loading-more'}>
          {text('chats.list.showMore')}
        </Button>
      </div>
    )
  }
  if (hasNoChats(snapshot)) return <NoChats exploreLink={exploreLink} />
  return chats.length === 0 && state === 'idle' ? <p className="older">{text('chats.list.noneFound')}</p> : null
}

/** For someone who has no chats yet. */
export function NoChats({ exploreLink }: Pick<ListEndProps, 'exploreLink'>) {
  const text = useText()
  return (
    <EmptyState
      picture={<Illustration url={emptyChatsUrl} />}
      title={text('chats.list.emptyTitle')}
      hint={text('chats.list.emptyHint')}
      action={
        <Link className={buttonClass('primary')} to={exploreLink}>
          {text('chats.list.findSomeone')}
        </Link>
      }
    />
  )
}

function SearchField({ onSearch }: { onSearch: (query: string) => void }) {
  const text = useText()
  const [words, setWords] = useState('')
  const asked = useRef('')
  const ask = (query: string) => {
    if (asked.current === query) return
    asked.current = query
    onSearch(query)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches once the query has not changed for a while
  useEffect(() => {
    const timer = setTimeout(() => ask(words.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(words.trim())
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form itself is the search landmark and is styled as a field
    <form className="search list-search" role="search" onSubmit={submit}>
      <Icon name="magnifying-glass" size="small" />
      <Input
        type="search"
        dir={words === '' ? undefined : 'auto'}
        maxLength={100}
        placeholder={text('chats.list.search')}
        aria-label={text('chats.list.search')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
    </form>
  )
}

function TypeFilter({ type, onChange }: { type: 'all' | 'multiple'; onChange: (type: 'all' | 'multiple') => void }) {
  const text = useText()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form
    <div className="type-choice" role="group" aria-label={text('chats.list.title')}>
      <button type="button" aria-pressed={type === 'all'} onClick={() => onChange('all')}>
        {text('chats.list.all')}
      </button>
      <button type="button" aria-pressed={type === 'multiple'} onClick={() => onChange('multiple')}>
        {text('chats.list.groups')}
      </button>
    </div>
  )
}
