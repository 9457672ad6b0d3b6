import type { Locale } from '@everkin/contract/locales.ts'
import type { SingleCard } from '@everkin/contract/types.ts'
import { type ExploreQuery, isFrontPage, PAGE_SIZES } from '../../features/explore/explore-query.ts'
import { firstLine } from '../../features/explore/first-line.ts'
import { toShelfCard, toShelfStory } from '../../features/explore/shelf.ts'
import type { PageContext } from '../page-context.ts'

const DAY_MS = 86_400_000

/**
 * Loads what Explore, or the page of groups, shows for a query. Cards are reduced to what the shelf shows; the full
 * records stay on the server.
 */
export async function loadExplore(context: PageContext, query: ExploreQuery) {
  const isFront = isFrontPage(query)
  const [tags, first, stories, chats] = await Promise.all([
    context.call('GET /api/chat/cardTags', { query: { type: query.show === 'groups' ? 'multiple' : 'single' } }),
    query.show === 'groups' ? loadStories(context, query) : loadCards(context, query),
    isFront ? context.call('GET /api/chat.Multiple/cardList', { query: { limit: 3 } }) : null,
    isFront && context.person ? context.call('GET /api/chat/list', { query: { limit: 4 } }) : null,
  ])
  return {
    query,
    tags: tags.slice(0, 12),
    first,
    feature: isFront && first.kind === 'characters' ? first.feature : null,
    stories: stories?.list.map(toShelfStory) ?? [],
    chats: chats?.list ?? [],
  }
}

function apiQuery(query: ExploreQuery) {
  return {
    q: query.q || undefined,
    tag: query.tag || undefined,
    // Without a history there are no recommendations for visitors: the server sorts by popularity.
    sort: query.sort === 'for_you' ? undefined : query.sort,
    cursor: query.cursor || undefined,
    limit: PAGE_SIZES[query.show],
  }
}

/** The first card whose greeting has a line that is short enough for a headline. */
function findFeature(cards: readonly SingleCard[], locale: Locale) {
  for (const card of cards) {
    const line = firstLine(card.greeting, locale)
    if (line) return { ...toShelfCard(card), line }
  }
  return null
}

async function loadCards(context: PageContext, query: ExploreQuery) {
  const page = await context.call('GET /api/chat.Single/cardList', { query: apiQuery(query) })
  // Changes daily.
  const day = Math.floor(Date.now() / DAY_MS) % Math.max(1, page.list.length)
  return {
    kind: 'characters' as const,
    items: page.list.map(toShelfCard),
    next: page.next_cursor,
    feature: findFeature([...page.list.slice(day), ...page.list.slice(0, day)], context.locale),
  }
}

async function loadStories(context: PageContext, query: ExploreQuery) {
  const page = await context.call('GET /api/chat.Multiple/cardList', { query: apiQuery(query) })
  return { kind: 'groups' as const, items: page.list.map(toShelfStory), next: page.next_cursor }
}
