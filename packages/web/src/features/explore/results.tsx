import { callApi } from '../../api/call.ts'
import { useText } from '../../i18n/use-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { BookSkeletons } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type ExploreQuery, exploreAddress, isFrontPage } from './explore-query.ts'
import { type ShelfCard, type ShelfStory, toShelfCard, toShelfStory } from './shelf.ts'
import { Book, Story } from './shelves.tsx'
import { useEndlessList } from './use-endless-list.ts'

type FirstPage =
  | { kind: 'characters'; items: ShelfCard[]; next: string | null }
  | { kind: 'groups'; items: ShelfStory[]; next: string | null }

interface ResultsProps {
  path: string
  query: ExploreQuery
  first: FirstPage
  pathOfCard: (id: string) => string
  pathOfGroup: (id: string) => string
}

const PAGE_SIZE = 24

/** The shelf that goes on as long as there is someone to meet. */
export function Results({ path, query, first, pathOfCard, pathOfGroup }: ResultsProps) {
  const text = useText()
  const key = exploreAddress(path, query, { cursor: query.cursor })
  const characters = useEndlessList(key, first.kind === 'characters' ? first : NOTHING, async (cursor) => {
    const page = await callApi('GET /api/chat.Single/cardList', { query: { ...apiQuery(query), cursor } })
    return { items: page.list.map(toShelfCard), next: page.next_cursor }
  })
  const groups = useEndlessList(key, first.kind === 'groups' ? first : NOTHING, async (cursor) => {
    const page = await callApi('GET /api/chat.Multiple/cardList', { query: { ...apiQuery(query), cursor } })
    return { items: page.list.map(toShelfStory), next: page.next_cursor }
  })
  const list = first.kind === 'characters' ? characters : groups

  if (list.items.length === 0) return <NobodyFound path={path} query={query} />
  return (
    <section>
      <div className="shelf-head">
        <h2 className="title-2" dir="auto">
          {headingOf(query, text)}
        </h2>
      </div>
      {first.kind === 'characters' ? (
        <div className="grid">
          {characters.items.map((card, at) => (
            <Book key={card.id} card={card} to={pathOfCard(card.id)} eager={!isFrontPage(query) && at < 2} />
          ))}
          {characters.isLoading ? <BookSkeletons count={6} /> : null}
        </div>
      ) : (
        <div className="stories stories-grid">
          {groups.items.map((story) => (
            <Story key={story.id} card={story} to={pathOfGroup(story.id)} />
          ))}
        </div>
      )}
      <MoreButton list={list} address={(cursor) => exploreAddress(path, query, { cursor })} />
    </section>
  )
}

const NOTHING = { items: [], next: null }

function apiQuery(query: ExploreQuery) {
  return {
    q: query.q || undefined,
    tag: query.tag || undefined,
    sort: query.sort === 'for_you' ? undefined : query.sort,
    limit: PAGE_SIZE,
  }
}

function headingOf(query: ExploreQuery, text: ReturnType<typeof useText>): string {
  if (query.q) return text('explore.resultsFor', { query: query.q })
  if (query.show === 'groups') return text('explore.sections.stories')
  if (query.sort === 'new') return text('explore.sections.newOnShelf')
  return text(query.sort === 'popular' ? 'explore.sort.popular' : 'explore.tabs.characters')
}

interface MoreButtonProps {
  list: Pick<ReturnType<typeof useEndlessList>, 'next' | 'isLoading' | 'loadMore' | 'end'>
  address: (cursor: string) => string
}

function MoreButton({ list, address }: MoreButtonProps) {
  const text = useText()
  const toasts = useToast()
  if (list.next === null) return <p className="list-end small faint">{text('explore.end')}</p>
  return (
    <p className="list-end">
      <LinkButton
        ref={list.end}
        to={address(list.next)}
        aria-busy={list.isLoading || undefined}
        onClick={(event) => {
          event.preventDefault()
          list.loadMore().catch((failure: unknown) => {
            toasts.show(failure instanceof Error ? failure.message : text('errors.internal'), 'error')
          })
        }}
      >
        {text(list.isLoading ? 'shell.loading' : 'shell.actions.more')}
      </LinkButton>
    </p>
  )
}

function NobodyFound({ path, query }: { path: string; query: ExploreQuery }) {
  const text = useText()
  return (
    <EmptyState
      hint={text('explore.noResults')}
      action={
        <LinkButton to={exploreAddress(path, query, { q: '', tag: '' })}>{text('explore.clearSearch')}</LinkButton>
      }
    />
  )
}
