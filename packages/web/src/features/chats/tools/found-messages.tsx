import { Link } from 'react-router'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import type { ChatLinks } from '../conversation-context.ts'
import { SearchNotes } from './search-notes.tsx'
import { HitBody } from './search-pane.tsx'
import { useSearch } from './use-search.ts'
import './search.css'

/** What was said in any of the chats, under the chats whose names were found. */
export function FoundMessages({ query, linkTo }: { query: string; linkTo: ChatLinks['chat'] }) {
  const text = useText()
  const search = useSearch(query, null, 'branches')
  if (query.trim() === '') return null
  return (
    <section className="found-messages">
      <h2 className="title-3">{text('tools.search.messages')}</h2>
      <SearchNotes search={search} query={query} />
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
