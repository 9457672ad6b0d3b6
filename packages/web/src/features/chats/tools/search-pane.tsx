import { useState } from 'react'
import { Link } from 'react-router'
import { LocalTime } from '../../../i18n/local-time.tsx'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/control.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../conversation-context.ts'
import { PanelFrame } from '../panel-frame.tsx'
import { HitWords } from './hit-words.tsx'
import { SearchNotes } from './search-notes.tsx'
import { type Hit, type Search, useSearch } from './use-search.ts'
import './search.css'

type Where = 'branches' | 'path' | 'chats'

/** Looks for what was said in this chat, on its path or all its branches, or in all chats; a hit brings its message into sight. */
export function SearchPane({ onClose }: { onClose: () => void }) {
  const text = useText()
  const { chat } = useConversation()
  const [query, setQuery] = useState('')
  const [where, setWhere] = useState<Where>('branches')
  const search = useSearch(query, where === 'chats' ? null : chat.chatId, where === 'path' ? 'path' : 'branches')
  return (
    <PanelFrame title={text('tools.search.title')} onClose={onClose}>
      <search className="search-field">
        <Icon name="magnifying-glass" size="small" />
        <Input
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          aria-label={text('tools.search.title')}
          maxLength={100}
          enterKeyHint="search"
          dir="auto"
        />
      </search>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend to be seen */}
      <div className="chips chips-wrap" role="group" aria-label={text('tools.search.where')}>
        {(['branches', 'path', 'chats'] as const).map((one) => (
          <button key={one} type="button" className="chip" aria-pressed={where === one} onClick={() => setWhere(one)}>
            {text(`tools.search.${one}`)}
          </button>
        ))}
      </div>
      <SearchNotes search={search} query={query} />
      <Hits search={search} hits={search.hits} onClose={onClose} />
    </PanelFrame>
  )
}

function Hits({ search, hits, onClose }: { search: Search; hits: readonly Hit[]; onClose: () => void }) {
  const text = useText()
  const { chat, links, goTo } = useConversation()
  const [current, setCurrent] = useState<string | null>(null)
  const open = async (hit: Hit, mayLeave: boolean) => {
    setCurrent(hit.message_id)
    if (!hit.on_path && !mayLeave) return
    const isThere = await goTo({ id: hit.message_id, seq: hit.seq }, mayLeave)
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
                <Button onClick={() => void open(hit, true)}>{text('tools.search.goThere')}</Button>
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

/** Who said it, when, and the words; of another chat also which. */
export function HitBody({ hit, isHere }: { hit: Hit; isHere: boolean }) {
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
      <HitWords hit={hit} />
      {hit.on_path ? null : (
        <span className="hit-branch caption">
          <Icon name="git-branch" size="tiny" />
          {text('tools.search.otherBranch')}
        </span>
      )}
    </>
  )
}
