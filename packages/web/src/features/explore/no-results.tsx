import type { Tag } from '@everkin/contract/types.ts'
import { useText } from '../../i18n/use-text.ts'
import noResultsUrl from '../../ui/art/no-results.svg?no-inline'
import { LinkButton } from '../../ui/button.tsx'
import { ChipLink } from '../../ui/chip.tsx'
import { EmptyState, Illustration } from '../../ui/empty-state.tsx'
import { type ExploreQuery, exploreAddress } from './explore-query.ts'
import type { ShelfCard } from './shelf.ts'
import { Book } from './shelves.tsx'

interface NoResultsProps {
  path: string
  query: ExploreQuery
  suggested?: readonly ShelfCard[]
  tags?: readonly Tag[]
  pathOfCard: (id: string) => string
}

/** In place of results: three people, and the moods. */
export function NoResults({ path, query, suggested = [], tags = [], pathOfCard }: NoResultsProps) {
  const text = useText()
  return (
    <>
      <EmptyState
        picture={<Illustration url={noResultsUrl} />}
        hint={text(query.show === 'groups' ? 'explore.noStories' : 'explore.noResults')}
        action={
          <LinkButton to={exploreAddress(path, query, { q: '', tag: '', gender: '' })}>
            {text('explore.clearSearch')}
          </LinkButton>
        }
      />
      {tags.length > 0 ? (
        <nav className="chips chips-wrap nobody-moods" aria-label={text('explore.tagsLabel')}>
          {tags.map((tag) => (
            <ChipLink key={tag.id} to={exploreAddress(path, query, { q: '', gender: '', tag: tag.id })}>
              <bdi>{tag.name}</bdi>
            </ChipLink>
          ))}
        </nav>
      ) : null}
      {suggested.length > 0 ? (
        <section>
          <div className="shelf-head">
            <h2 className="title-2">{text('explore.sections.instead')}</h2>
          </div>
          <div className="shelf-row">
            {suggested.map((card) => (
              <Book key={card.id} card={card} to={pathOfCard(card.id)} />
            ))}
          </div>
        </section>
      ) : null}
    </>
  )
}
