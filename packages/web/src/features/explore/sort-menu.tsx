import { Link } from 'react-router'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { type ExploreQuery, GENDERS } from './explore-query.ts'

interface SortMenuProps {
  query: ExploreQuery
  to: (change: Partial<ExploreQuery>) => string
}

/** The orders of the list, each with what it goes by; below them, for characters, the genders. */
export function SortMenu({ query, to }: SortMenuProps) {
  const text = useText()
  const { labelled } = useFormat()
  const sorts = [
    ['for_you', text('explore.sort.forYou'), text('explore.sort.forYouHint')],
    ['popular', text('explore.sort.popular'), text('explore.sort.popularHint')],
    ['new', text('explore.sort.new'), null],
  ] as const
  const current = sorts.find(([sort]) => sort === query.sort)?.[1] ?? ''
  return (
    // The key closes the menu once something else is chosen.
    <details className="sort" key={query.sort + query.gender}>
      <summary aria-label={labelled(text('explore.sort.label'), current)}>
        <span>{current}</span>
        <Icon name="arrows-down-up" size="small" />
      </summary>
      <div className="sort-menu">
        <nav aria-label={text('explore.sort.label')}>
          {sorts.map(([sort, label, hint]) => (
            <Choice key={sort} to={to({ sort })} isCurrent={query.sort === sort} hint={hint}>
              {label}
            </Choice>
          ))}
        </nav>
        {query.show === 'groups' ? null : <Genders query={query} to={to} />}
      </div>
    </details>
  )
}

function Genders({ query, to }: SortMenuProps) {
  const text = useText()
  return (
    <nav aria-label={text('explore.gender.label')}>
      <p className="caption faint" aria-hidden="true">
        {text('explore.gender.label')}
      </p>
      <Choice to={to({ gender: '' })} isCurrent={query.gender === ''}>
        {text('explore.gender.any')}
      </Choice>
      {GENDERS.map((gender) => (
        <Choice key={gender} to={to({ gender })} isCurrent={query.gender === gender}>
          {text(`explore.gender.${gender}`)}
        </Choice>
      ))}
    </nav>
  )
}

interface ChoiceProps {
  to: string
  isCurrent: boolean
  hint?: string | null
  children: string
}

function Choice({ to, isCurrent, hint = null, children }: ChoiceProps) {
  return (
    <Link to={to} aria-current={isCurrent ? 'true' : undefined} aria-description={hint ?? undefined} preventScrollReset>
      <span>
        {children}
        {hint === null ? null : (
          <span className="sort-hint caption muted" aria-hidden="true">
            {hint}
          </span>
        )}
      </span>
      {isCurrent ? <Icon name="check" size="small" /> : null}
    </Link>
  )
}
