import type { Tag } from '@everkin/contract/types.ts'
import { Link } from 'react-router'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { ChipLink } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type ExploreQuery, exploreAddress } from './explore-query.ts'

interface FiltersProps {
  path: string
  query: ExploreQuery
  tags: Tag[]
}

/**
 * Filters for kind (where the page has both), tag and order, in one row; the order is in a small menu at its end. Every
 * option is a link, so it works without scripts.
 */
export function Filters({ path, query, tags }: FiltersProps) {
  const text = useText()
  const to = (change: Partial<ExploreQuery>) => exploreAddress(path, query, change)
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
              to={to({ show: 'groups', tag: '' })}
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
          {tags.map((tag) => (
            <ChipLink key={tag.id} to={to({ tag: tag.id })} current={query.tag === tag.id}>
              <bdi>{tag.name}</bdi>
            </ChipLink>
          ))}
        </nav>
      </div>
      <SortMenu query={query} to={to} />
    </div>
  )
}

function SortMenu({ query, to }: { query: ExploreQuery; to: (change: Partial<ExploreQuery>) => string }) {
  const text = useText()
  const { labelled } = useFormat()
  const sorts = [
    ['for_you', text('explore.sort.forYou')],
    ['popular', text('explore.sort.popular')],
    ['new', text('explore.sort.new')],
  ] as const
  const current = sorts.find(([sort]) => sort === query.sort)?.[1]
  return (
    // The key closes the menu once another order is chosen.
    <details className="sort" key={query.sort}>
      <summary aria-label={labelled(text('explore.sort.label'), current ?? '')}>
        <span>{current}</span>
        <Icon name="arrows-down-up" size="small" />
      </summary>
      <nav className="sort-menu" aria-label={text('explore.sort.label')}>
        {sorts.map(([sort, label]) => (
          <Link key={sort} to={to({ sort })} aria-current={query.sort === sort ? 'true' : undefined} preventScrollReset>
            {label}
            {query.sort === sort ? <Icon name="check" size="small" /> : null}
          </Link>
        ))}
      </nav>
    </details>
  )
}
