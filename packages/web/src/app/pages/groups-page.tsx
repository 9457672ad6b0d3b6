import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { readExploreQuery } from '../../features/explore/explore-query.ts'
import { Filters } from '../../features/explore/filters.tsx'
import { Results } from '../../features/explore/results.tsx'
import { SearchForm } from '../../features/explore/search-form.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { loadExplore } from '../explore/load-explore.ts'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../../features/explore/filters.css'
import '../explore/groups.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

// Without the names of the tags, which are loaded with the tags.
const GROUPS_TEXTS = [
  'pages.groups',
  'explore.sort',
  'explore.gender',
  'explore.tagsLabel',
  'explore.allTags',
  'explore.sections',
  'explore.chats',
  'explore.castOf',
  'explore.kindLabel',
  'explore.tabs',
  'explore.noResults',
  'explore.resultsFor',
  'explore.noStories',
  'explore.clearSearch',
  'explore.searchStories',
  'explore.end',
]

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, GROUPS_TEXTS)
  const query = readExploreQuery(new URL(args.request.url).searchParams, 'groups')
  const { tags, first, suggested } = await orPageError(loadExplore(context, query))
  return {
    query,
    tags,
    first,
    suggested,
    texts,
    title: title(text('pages.groups.title')),
    description: text('pages.groups.description'),
  }
}

export const meta = pageMeta

/** All group cards, to browse, search and sort. */
export default function GroupsPage() {
  const { query, tags, first, suggested } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  const path = pathTo('groups', locale)
  return (
    <>
      <div className="groups-head">
        <div>
          <h1 className="display">{text('pages.groups.title')}</h1>
          <p className="muted">{text('pages.groups.lead')}</p>
        </div>
        <SearchForm action={path} label={text('explore.searchStories')} />
      </div>
      <Filters path={path} query={query} tags={tags} />
      <div className="groups-shelf">
        <Results
          key={JSON.stringify(query)}
          path={path}
          query={query}
          first={first}
          suggested={suggested}
          tags={tags}
          pathOfCard={(id) => pathTo('card', locale, { id })}
          pathOfGroup={(id) => pathTo('group', locale, { id })}
        />
      </div>
    </>
  )
}
