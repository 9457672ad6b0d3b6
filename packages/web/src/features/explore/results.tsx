import type { Tag } from '@everkin/contract/types.ts'
import { lazy, Suspense } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { LoadMoreLink, useInfiniteList } from '../../ui/infinite-list.tsx'
import { CardSkeletons } from '../../ui/skeleton.tsx'
import { type ExploreQuery, exploreAddress, isFrontPage, PAGE_SIZES } from './explore-query.ts'
import { type ShelfCard, type ShelfStory, toShelfCard, toShelfStory } from './shelf.ts'
import { Book, Story } from './shelves.tsx'

// Loaded when a search finds nobody.
const NoResults = lazy(async () => ({ default: (await import('./no-results.tsx')).NoResults }))

type FirstPage =
  | { kind: 'characters'; items: ShelfCard[]; next: string | null }
  | { kind: 'groups'; items: ShelfStory[]; next: string | null }

interface ResultsProps {
  path: string
  query: ExploreQuery
  first: FirstPage
  /** Shown where nobody is found, with the moods. */
  suggested?: readonly ShelfCard[]
  tags?: readonly Tag[]
  pathOfCard: (id: string) => string
  pathOfGroup: (id: string) => string
}

/** The results as an endless list. */
export function Results(props: ResultsProps) {
  const { path, query, first, pathOfCard, pathOfGroup } = props
  const text = useText()
  const key = exploreAddress(path, query, { cursor: query.cursor })
  const characters = useInfiniteList(key, first.kind === 'characters' ? first : NOTHING, async (cursor) => {
    const page = await callApi('GET /api/chat.Single/cardList', { query: { ...apiQuery(query), cursor } })
    return { items: page.list.map(toShelfCard), next: page.next_cursor }
  })
  const groups = useInfiniteList(key, first.kind === 'groups' ? first : NOTHING, async (cursor) => {
    const page = await callApi('GET /api/chat.Multiple/cardList', { query: { ...apiQuery(query), cursor } })
    return { items: page.list.map(toShelfStory), next: page.next_cursor }
  })
  const list = first.kind === 'characters' ? characters : groups

  if (list.items.length === 0)
    return (
      <Suspense fallback={null}>
        <NoResults {...props} />
      </Suspense>
    )
  return (
    <section>
      {query.isFixed && !query.q ? (
        <h2 className="visually-hidden">{headingOf(query, text)}</h2>
      ) : (
        <div className="shelf-head">
          <h2 className="title-2" dir="auto">
            {headingOf(query, text)}
          </h2>
        </div>
      )}
      {first.kind === 'characters' ? (
        <div className="grid">
          {characters.items.map((card) => (
            <Book key={card.id} card={card} to={pathOfCard(card.id)} />
          ))}
          {characters.isLoading ? <CardSkeletons count={6} /> : null}
        </div>
      ) : (
        <div className="stories stories-grid">
          {groups.items.map((story) => (
            <Story key={story.id} card={story} to={pathOfGroup(story.id)} />
          ))}
        </div>
      )}
      <LoadMoreLink
        list={list}
        address={(cursor) => exploreAddress(path, query, { cursor })}
        end={query.q ? undefined : text('explore.end')}
        automatic
      />
    </section>
  )
}

const NOTHING = { items: [], next: null }

function apiQuery(query: ExploreQuery) {
  return {
    q: query.q || undefined,
    tag: query.tag || undefined,
    gender: query.gender || undefined,
    sort: query.sort === 'for_you' ? undefined : query.sort,
    limit: PAGE_SIZES[query.show],
  }
}

function headingOf(query: ExploreQuery, text: ReturnType<typeof useText>): string {
  if (query.q) return text('explore.resultsFor', { query: query.q })
  if (query.show === 'groups') return text('explore.sections.stories')
  if (query.sort === 'new') return text('explore.sections.newOnShelf')
  if (isFrontPage(query)) return text('explore.sections.everyone')
  return text(query.sort === 'popular' ? 'explore.sort.popular' : 'explore.tabs.characters')
}
