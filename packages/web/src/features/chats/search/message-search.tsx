import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { LocalTime } from '../../../i18n/local-time.tsx'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/form/form-controls.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type ChatLinks, useConversation } from '../context/conversation-context.ts'
import { PanelFrame } from '../panels/panel-frame.tsx'
import { type MessageSearch, type SearchHit, useMessageSearch } from './use-message-search.ts'
import './message-search.css'

/** The excerpt of a hit with the matches marked. */
export function HitSnippet({ hit }: { hit: SearchHit }) {
  let from = 0
  const parts = hit.marks.map(([start, end]) => {
    const before = hit.snippet.slice(from, start)
    from = end
    return (
      <Fragment key={start}>
        {before}
        <mark>{hit.snippet.slice(start, end)}</mark>
      </Fragment>
    )
  })
  return (
    <span className={`hit-words${hit.role === 'user' ? '' : ' hit-words-said'}`} dir="auto">
      {parts}
      {hit.snippet.slice(from)}
    </span>
  )
}

/** The state of a search in one line that is read out: the number of hits, no hits, or an error. */
export function SearchStatus({ search, query }: { search: MessageSearch; query: string }) {
  const text = useText()
  const { hits, asked, isBusy, failure, hasMore, isComplete } = search
  const isAnswered = asked !== '' && !failure
  const count = hits.length
  return (
    <div role="status" className="small muted search-notes">
      {query.trim() === '' ? <p>{text('chat-tools.search.hint')}</p> : null}
      {failure ? <p className="field-error">{failure}</p> : null}
      {isAnswered && count > 0 ? (
        <p className="figures">
          {hasMore ? text('chat-tools.search.more', { shown: count }) : text('chat-tools.search.found', { count })}
        </p>
      ) : null}
      {isAnswered && count === 0 && !hasMore && !isBusy && isComplete ? <p>{text('chat-tools.search.none')}</p> : null}
      {isAnswered && !isComplete ? <p>{text('chat-tools.search.reading')}</p> : null}
    </div>
  )
}

type SearchScope = 'branches' | 'path' | 'chats'

/** Searches the path or all branches of this chat, or all chats; selecting a hit scrolls to its message. */
export function SearchPanel({ onClose }: { onClose: () => void }) {
  const text = useText()
  const { chat } = useConversation()
  const [query, setQuery] = useState('')
  const [where, setWhere] = useState<SearchScope>('branches')
  const search = useMessageSearch(query, where === 'chats' ? null : chat.chatId, where === 'path' ? 'path' : 'branches')
  return (
    <PanelFrame title={text('chat-tools.search.title')} onClose={onClose}>
      <search className="search-field">
        <Icon name="magnifying-glass" size="small" />
        <Input
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          aria-label={text('chat-tools.search.title')}
          maxLength={100}
          enterKeyHint="search"
          dir="auto"
        />
      </search>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div className="chips chips-wrap" role="group" aria-label={text('chat-tools.search.where')}>
        {(['branches', 'path', 'chats'] as const).map((one) => (
          <button key={one} type="button" className="chip" aria-pressed={where === one} onClick={() => setWhere(one)}>
            {text(`chat-tools.search.${one}`)}
          </button>
        ))}
      </div>
      <SearchStatus search={search} query={query} />
      <SearchHits search={search} hits={search.hits} onClose={onClose} />
    </PanelFrame>
  )
}

function SearchHits({
  search,
  hits,
  onClose,
}: {
  search: MessageSearch
  hits: readonly SearchHit[]
  onClose: () => void
}) {
  const text = useText()
  const { chat, links, goTo } = useConversation()
  const [current, setCurrent] = useState<string | null>(null)
  const open = async (hit: SearchHit, canSwitchBranch: boolean) => {
    setCurrent(hit.message_id)
    if (!hit.on_path && !canSwitchBranch) return
    const isThere = await goTo({ id: hit.message_id, seq: hit.seq }, canSwitchBranch)
    // On phones the panel covers the conversation.
    if (isThere && window.matchMedia('(max-width: 63.99rem)').matches) onClose()
  }
  return (
    <>
      <ul className="hits">
        {hits.map((hit) => {
          const isHere = hit.chat_id === chat.chatId
          const body = <HitBody hit={hit} isHere={isHere} />
          const isCurrent = current === hit.message_id
          return (
            <li key={hit.message_id} data-current={isCurrent || undefined}>
              {isHere ? (
                <button type="button" onClick={() => void open(hit, false)} aria-current={isCurrent || undefined}>
                  {body}
                </button>
              ) : (
                <Link to={links.chat(hit.chat_id, hit.seq)}>{body}</Link>
              )}
              {isCurrent && !hit.on_path ? (
                <Button onClick={() => void open(hit, true)}>{text('chat-tools.search.goThere')}</Button>
              ) : null}
            </li>
          )
        })}
      </ul>
      {search.hasMore ? (
        <Button wide busy={search.isBusy} onClick={search.more}>
          {text('chats.list.showMore')}
        </Button>
      ) : null}
    </>
  )
}

/** Speaker, time and excerpt of a hit; in another chat also the chat's name. */
export function HitBody({ hit, isHere }: { hit: SearchHit; isHere: boolean }) {
  const text = useText()
  return (
    <>
      <span className="hit-head">
        <b className="small">
          <bdi>{hit.role === 'user' ? text('chats.log.you') : (hit.speaker_name ?? hit.chat_title)}</bdi>
          {isHere ? null : (
            <span className="caption faint hit-chat">
              <bdi>{hit.chat_title}</bdi>
            </span>
          )}
        </b>
        <span className="caption faint">
          <LocalTime iso={hit.created_at} as="date" />
        </span>
      </span>
      <HitSnippet hit={hit} />
      {hit.on_path ? null : (
        <span className="hit-branch caption">
          <Icon name="git-branch" size="tiny" />
          {text('chat-tools.search.otherBranch')}
        </span>
      )}
    </>
  )
}

/** Hits in the messages of all chats, listed below the chats with matching names. */
export function MessageSearchResults({ query, linkTo }: { query: string; linkTo: ChatLinks['chat'] }) {
  const text = useText()
  const search = useMessageSearch(query, null, 'branches')
  if (query.trim() === '') return null
  return (
    <section className="found-messages">
      <h2 className="title-3">{text('chat-tools.search.messages')}</h2>
      <SearchStatus search={search} query={query} />
      <ul className="hits">
        {search.hits.map((hit) => (
          <li key={hit.message_id}>
            <Link to={linkTo(hit.chat_id, hit.seq)}>
              <HitBody hit={hit} isHere={false} />
            </Link>
          </li>
        ))}
      </ul>
      {search.hasMore ? (
        <Button wide busy={search.isBusy} onClick={search.more}>
          {text('chats.list.showMore')}
        </Button>
      ) : null}
    </section>
  )
}
