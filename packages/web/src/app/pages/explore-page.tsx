import { lazy, Suspense } from 'react'
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { namesCampaign } from '../../features/attribution/visit-answer.ts'
import { exploreAddress, isFrontPage, readExploreQuery } from '../../features/explore/explore-query.ts'
import { Filters } from '../../features/explore/filters.tsx'
import { FRONT_SHELVES } from '../../features/explore/front-shelves.ts'
import { Greeting } from '../../features/explore/greeting.tsx'
import { Hero } from '../../features/explore/hero.tsx'
import { SearchForm } from '../../features/explore/search-form.tsx'
import { Book, Shelf, Story } from '../../features/explore/shelves.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { saveFirstMessage } from '../../session/first-message.ts'
import { useSession } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { loadExplore } from '../explore/load-explore.ts'
import { loadCached, useCachedPage } from '../page-data-cache.ts'
import { pageMeta } from '../page-meta.ts'
import { textsFor } from '../page-texts.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../../features/explore/continue-row.css'
import '../../features/explore/filters.css'
import '../../features/explore/hero.css'
import { VisitNotice } from '../shell/visit-notice.tsx'

export { PageError as ErrorBoundary } from '../page-error.tsx'

// Below the shelves, or after a search: the server renders it, and it answers to taps a moment later.
const Results = lazy(async () => ({ default: (await import('../../features/explore/results.tsx')).Results }))
// Only for operators.
const ModelOffer = lazy(async () => ({ default: (await import('../explore/model-offer.tsx')).ModelOffer }))
// Only for people who are signed in.
const ContinueRow = lazy(async () => ({
  default: (await import('../../features/explore/continue-row.tsx')).ContinueRow,
}))

// Without the names of the tags, which are loaded with the tags.
const EXPLORE_TEXTS = [
  'shell.titles.explore',
  'explore.greeting',
  'explore.landing',
  'explore.intro',
  'explore.hero',
  'explore.shelves',
  'moderation.featured',
  'explore.continue',
  'explore.kindLabel',
  'explore.tabs',
  'explore.sort',
  'explore.gender',
  'explore.tagsLabel',
  'explore.allTags',
  'explore.sections',
  'chats.ai.badge',
  'explore.chats',
  'explore.castOf',
  'explore.resultsFor',
  'explore.noResults',
  'explore.noStories',
  'explore.clearSearch',
  'explore.matureNeedsSignIn',
  'explore.end',
]

export async function loader(args: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(args.request.url)
  const isFromCampaign = namesCampaign(search)
  const names = isFromCampaign ? [...EXPLORE_TEXTS, 'shell.consent'] : EXPLORE_TEXTS
  const { context, text, texts, title } = pageTools(args, names)
  const isOperator = context.person?.is_admin === true
  const shelves = await orPageError(loadExplore(context, readExploreQuery(searchParams)))
  return {
    ...shelves,
    texts: isOperator ? { ...texts, ...textsFor(context, ['models.offer']) } : texts,
    title: title(text('shell.titles.explore')),
    description: text('explore.intro'),
    isFromCampaign,
    asksForMature: searchParams.get('nsfw') === '1',
  }
}

type Shelves = Awaited<ReturnType<typeof loader>>

/** Going back shows the cached shelves first, then the current ones. */
export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadCached<Shelves>(args, { renews: true })
}

/**
 * Keeps the shelves unchanged while the page is open. A like moves a card up among the popular ones, and the
 * browser's scroll anchoring would follow it to the top of the page.
 */
function keepShelvesInPlace({ first, stories, shelves, featured, pick }: Shelves, fresh: Shelves): Shelves {
  return { ...fresh, first, stories, shelves, featured, pick }
}

export const meta = pageMeta

export default function ExplorePage() {
  const data = useCachedPage<Shelves>(useLoaderData<typeof clientLoader>(), keepShelvesInPlace)
  const { query, tags, pick, featured, shelves, chats, stories, first, suggested, asksForMature, isFromCampaign } = data
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  const navigate = useNavigate()
  const path = pathTo('index', locale)
  const pathOfCard = (id: string) => pathTo('card', locale, { id })
  const pathOfGroup = (id: string) => pathTo('group', locale, { id })
  const pathOfChat = (id: string) => pathTo('chat', locale, {}, { card_id: id })
  const isFront = isFrontPage(query)
  const answer = (id: string, words: string) => {
    saveFirstMessage(id, words)
    void navigate(pathOfChat(id), { viewTransition: true })
  }
  const [firstShelf, ...otherShelves] = shelves.map((shelf) => {
    const search = FRONT_SHELVES.find(({ id }) => id === shelf.id)?.search
    return (
      <Shelf
        key={shelf.id}
        shelf={shelf}
        allPath={exploreAddress(path, query, { ...search })}
        pathOfCard={pathOfCard}
      />
    )
  })
  return (
    <>
      {isFront ? (
        <Greeting name={person ? person.nickname || null : null} />
      ) : (
        <h1 className="visually-hidden">{text('shell.titles.explore')}</h1>
      )}
      {asksForMature && !person ? <Banner icon="info">{text('explore.matureNeedsSignIn')}</Banner> : null}
      {pick ? (
        <Hero
          pick={pick}
          to={pathOfCard(pick.id)}
          chatPath={pathOfChat(pick.id)}
          onAnswer={(words) => answer(pick.id, words)}
        />
      ) : null}
      {isFront && chats.length > 0 ? (
        <Suspense>
          <ContinueRow
            chats={chats}
            allPath={pathTo('chathistory', locale)}
            pathOfChat={(id) => pathTo('chat', locale, {}, { chat_id: id })}
          />
        </Suspense>
      ) : null}
      <div className="phone-only">
        <SearchForm action={path} />
      </div>
      <Filters path={path} query={query} tags={tags} />
      {featured.length > 0 ? (
        <section>
          <div className="shelf-head">
            <h2 className="title-2">{text('moderation.featured')}</h2>
          </div>
          <div className="shelf-row">
            {featured.map((card) => (
              <Book key={card.id} card={card} to={pathOfCard(card.id)} />
            ))}
          </div>
        </section>
      ) : null}
      {firstShelf}
      {stories.length > 0 ? (
        <section>
          <div className="shelf-head">
            <h2 className="title-2">{text('explore.sections.stories')}</h2>
            <Link to={exploreAddress(path, query, { show: 'groups' })}>{text('shell.actions.seeAll')}</Link>
          </div>
          <div className="stories">
            {stories.map((story, at) => (
              <Story key={story.id} card={story} to={pathOfGroup(story.id)} isWide={at === 0} />
            ))}
          </div>
        </section>
      ) : null}
      {otherShelves}
      <Suspense>
        <Results
          key={JSON.stringify(query)}
          path={path}
          query={query}
          first={first}
          suggested={suggested}
          tags={tags}
          pathOfCard={pathOfCard}
          pathOfGroup={pathOfGroup}
        />
        {isFromCampaign ? <VisitNotice /> : person?.is_admin ? <ModelOffer /> : null}
      </Suspense>
    </>
  )
}
