import { useText } from '../../../i18n/use-text.ts'
import type { Search } from './use-search.ts'

/** How a search stands, in one line that is read out: how many, none, why not. */
export function SearchNotes({ search, query }: { search: Search; query: string }) {
  const text = useText()
  const { hits, asked, isBusy, failure, hasMore, isComplete } = search
  const isAnswered = asked !== '' && !failure
  const count = hits.length
  return (
    <div role="status" className="small muted search-notes">
      {query.trim() === '' ? <p>{text('tools.search.hint')}</p> : null}
      {failure ? <p className="field-error">{failure}</p> : null}
      {isAnswered && count > 0 ? (
        <p className="figures">
          {hasMore ? text('tools.search.more', { shown: count }) : text('tools.search.found', { count })}
        </p>
      ) : null}
      {isAnswered && count === 0 && !hasMore && !isBusy && isComplete ? <p>{text('tools.search.none')}</p> : null}
      {isAnswered && !isComplete ? <p>{text('tools.search.reading')}</p> : null}
    </div>
  )
}
