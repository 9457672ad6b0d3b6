import type { Tag } from '@everkin/contract/types.ts'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { ChipLink } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type ExploreQuery, exploreAddress } from './explore-query.ts'

// The server renders it, and it answers to taps a moment later.
const SortMenu = lazy(async () => ({ default: (await import('./sort-menu.tsx')).SortMenu }))

interface FiltersProps {
  path: string
  query: ExploreQuery
  tags: Tag[]
}

/**
 * Filters for kind (where the page has both), tag, order and gender, in one row; the last two are in a small menu at its
 * end. A chosen gender is also among the tags, where a tap removes it. Every option is a link, so it works without
 * scripts.
 */
export function Filters({ path, query, tags }: FiltersProps) {
  const text = useText()
  const to = (change: Partial<ExploreQuery>) => exploreAddress(path, query, change)
  const gender = query.gender && text(`explore.gender.${query.gender}`)
  return (
    <div className="filters">
      <div className="filters-row">
        {query.isFixed ? null : (
          <nav className="segments" aria-label={text('explore.kindLabel')}>
            <Link
              to={to({ show: 'characters', tag: '' })}
              aria-current={query.show === 'characters' ? 'page' : undefined}
              preventScrollReset
            >
              {text('explore.tabs.characters')}
            </Link>
            <Link
              to={to({ show: 'groups', tag: '', gender: '' })}
              aria-current={query.show === 'groups' ? 'page' : undefined}
              preventScrollReset
            >
              {text('explore.tabs.groups')}
            </Link>
          </nav>
        )}
        <nav className="filters-tags" aria-label={text('explore.tagsLabel')}>
          <ChipLink to={to({ tag: '' })} current={query.tag === ''}>
            {text('explore.allTags')}
          </ChipLink>
          {gender ? (
            <ChipLink to={to({ gender: '' })} current label={text('explore.gender.remove', { gender })}>
              {gender}
              <Icon name="x" size="tiny" />
            </ChipLink>
          ) : null}
          {tags.map((tag) => (
            <ChipLink key={tag.id} to={to({ tag: tag.id })} current={query.tag === tag.id}>
              <bdi>{tag.name}</bdi>
            </ChipLink>
          ))}
        </nav>
      </div>
      <Suspense fallback={<span className="sort" />}>
        <SortMenu query={query} to={to} />
      </Suspense>
    </div>
  )
}
