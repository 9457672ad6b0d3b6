import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Input } from '../../ui/control.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { ChatList, ChatListSnapshot } from './chat-list.ts'
import { ChatRow, type ChatRowActions } from './chat-row.tsx'

/** A search is asked when the reader has stopped typing for this long. */
const SEARCH_PAUSE_MS = 200

interface ChatListPaneProps {
  list: ChatList
  snapshot: ChatListSnapshot
  actions: ChatRowActions
  linkTo: (chatId: string) => string
  exploreLink: string
  currentChatId: string | null
  /** Opens what brings a chat in from a file. */
  onBring?: () => void
  /** What else was found for a search, under the list. */
  alsoFound?: (query: string) => ReactNode
  /** The page's own heading on the history page, a pane's beside a conversation. */
  heading: 'h1' | 'h2'
}

/** All chats: search, pins, unread marks, and more as the reader scrolls. */
export function ChatListPane({
  list,
  snapshot,
  actions,
  linkTo,
  exploreLink,
  currentChatId,
  heading: Heading,
  onBring,
  alsoFound,
}: ChatListPaneProps) {
  const text = useText()
  const [type, setType] = useState<'all' | 'multiple'>('all')
  const chats = snapshot.chats.filter((chat) => type === 'all' || chat.type === type)
  const hasGroups = snapshot.chats.some((chat) => chat.type === 'multiple')
  return (
    <>
      <div className="list-head">
        <Heading className="title-1">{text('chats.list.title')}</Heading>
        {onBring ? <IconButton icon="upload-simple" label={text('tools.bring.title')} onClick={onBring} /> : null}
        <Link
          className="icon-button list-new"
          to={exploreLink}
          aria-label={text('chats.list.new')}
          title={text('chats.list.new')}
        >
          <Icon name="plus" />
        </Link>
        {hasGroups ? <TypeChoice type={type} onChange={setType} /> : null}
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
        <ListEnd list={list} snapshot={snapshot} isEmpty={chats.length === 0} exploreLink={exploreLink} />
        {alsoFound?.(snapshot.query)}
      </div>
    </>
  )
}

interface ListEndProps {
  list: ChatList
  snapshot: ChatListSnapshot
  isEmpty: boolean
  exploreLink: string
}

function ListEnd({ list, snapshot, isEmpty, exploreLink }: ListEndProps) {
  const text = useText()
  const end = useRef<HTMLDivElement>(null)
  const { hasMore, state, query } = snapshot
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
  if (!isEmpty || state !== 'idle') return null
  if (query !== '') return <p className="older">{text('chats.list.noneFound')}</p>
  return (
    <EmptyState
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once the words have stood still
  useEffect(() => {
    const timer = setTimeout(() => ask(words.trim()), SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(words.trim())
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form is the search, one element with the look of a field
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

function TypeChoice({ type, onChange }: { type: 'all' | 'multiple'; onChange: (type: 'all' | 'multiple') => void }) {
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
