import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMoreLink, useInfiniteList } from '../../ui/infinite-list.tsx'
import { type ShelfCard, type ShelfStory, shelvedCards, shelvedStories } from './shelf.ts'
import { Book, Story } from './shelves.tsx'

interface FavouritesProps {
  characters: { items: ShelfCard[]; next: string | null }
  groups: { items: ShelfStory[]; next: string | null }
  /** Address of the rest of either list, for use without scripts. */
  address: (of: 'characters' | 'groups', cursor: string) => string
  pathOfCard: (id: string) => string
  pathOfGroup: (id: string) => string
  explorePath: string
}

const MORE = 24

/** The person's favourites: characters first, then stories. */
export function Favourites(props: FavouritesProps) {
  const { address, pathOfCard, pathOfGroup, explorePath } = props
  const text = useText()
  // The key contains the cursor: after a new like these are other lists, so that no item appears twice.
  const characters = useInfiniteList(`liked ${props.characters.next}`, props.characters, async (cursor) => {
    const query = { type: 'single' as const, cursor, limit: MORE }
    const page = await callApi('GET /api/user/favourites', { query })
    return { items: shelvedCards(page.list), next: page.next_cursor }
  })
  const groups = useInfiniteList(`liked groups ${props.groups.next}`, props.groups, async (cursor) => {
    const query = { type: 'multiple' as const, cursor, limit: MORE }
    const page = await callApi('GET /api/user/favourites', { query })
    return { items: shelvedStories(page.list), next: page.next_cursor }
  })
  return (
    <section>
      <div className="shelf-head">
        <h2 className="title-2">{text('explore.favourites.title')}</h2>
      </div>
      {characters.items.length === 0 && groups.items.length === 0 ? (
        <div className="me-empty">
          <EmptyState
            hint={text('explore.favourites.empty')}
            action={<LinkButton to={explorePath}>{text('explore.favourites.find')}</LinkButton>}
          />
        </div>
      ) : null}
      {characters.items.length > 0 ? (
        <>
          <div className="grid me-books">
            {characters.items.map((card) => (
              <Book key={card.id} card={card} to={pathOfCard(card.id)} />
            ))}
          </div>
          <LoadMoreLink list={characters} address={(cursor) => address('characters', cursor)} />
        </>
      ) : null}
      {groups.items.length > 0 ? (
        <>
          <div className="stories stories-grid me-stories">
            {groups.items.map((story) => (
              <Story key={story.id} card={story} to={pathOfGroup(story.id)} />
            ))}
          </div>
          <LoadMoreLink list={groups} address={(cursor) => address('groups', cursor)} />
        </>
      ) : null}
    </section>
  )
}
