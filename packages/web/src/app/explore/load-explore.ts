import type { Chat } from '@everkin/contract/types.ts'
import { lastSpoken, parseBlocks } from '@everkin/roleplay-markdown'
import type { ContinuedChat } from '../../features/explore/continue-row.tsx'
import { type ExploreQuery, isFrontPage, PAGE_SIZES } from '../../features/explore/explore-query.ts'
import { toShelfCard, toShelfStory } from '../../features/explore/shelf.ts'
import type { PageContext } from '../page-context.ts'
import { loadFront } from './load-front.ts'

/** Chats to continue; a few more are loaded, since blocked ones are left out. */
const CONTINUED = 4
/** Shown with a search that found nobody. */
const SUGGESTED = 3

/**
 * Loads what Explore, or the page of groups, shows for a query. Cards are reduced to what the shelf shows; the full
 * records stay on the server.
 */
export async function loadExplore(context: PageContext, query: ExploreQuery) {
  const isFront = isFrontPage(query)
  const [tags, first, front, chats] = await Promise.all([
    context.call('GET /api/chat/cardTags', { query: { type: query.show === 'groups' ? 'multiple' : 'single' } }),
    query.show === 'groups' ? loadStories(context, query) : loadCards(context, query),
    isFront ? loadFront(context) : null,
    isFront && context.person ? context.call('GET /api/chat/list', { query: { limit: CONTINUED + 4 } }) : null,
  ])
  return {
    query,
    tags: tags.slice(0, 12),
    first,
    pick: front?.pick ?? null,
    featured: front?.featured ?? [],
    shelves: front?.shelves ?? [],
    stories: front?.stories ?? [],
    chats: (chats?.list ?? [])
      .filter(({ blocked }) => !blocked)
      .slice(0, CONTINUED)
      .map(toContinued),
    suggested: first.items.length === 0 ? await loadSuggested(context) : [],
  }
}

/** Parsed here, so that the page does without the parser. */
function toContinued({ id, card, title, unread, last_message }: Chat): ContinuedChat {
  return { id, card, title, unread, line: lastSpoken(parseBlocks(last_message?.text ?? '', true)) }
}

function apiQuery(query: ExploreQuery) {
  return {
    q: query.q || undefined,
    tag: query.tag || undefined,
    gender: query.gender || undefined,
    // Without a history there are no recommendations for visitors: the server sorts by popularity.
    sort: query.sort === 'for_you' ? undefined : query.sort,
    cursor: query.cursor || undefined,
    limit: PAGE_SIZES[query.show],
  }
}

async function loadCards(context: PageContext, query: ExploreQuery) {
  const page = await context.call('GET /api/chat.Single/cardList', { query: apiQuery(query) })
  return { kind: 'characters' as const, items: page.list.map(toShelfCard), next: page.next_cursor }
}

async function loadStories(context: PageContext, query: ExploreQuery) {
  const page = await context.call('GET /api/chat.Multiple/cardList', { query: apiQuery(query) })
  return { kind: 'groups' as const, items: page.list.map(toShelfStory), next: page.next_cursor }
}

async function loadSuggested(context: PageContext) {
  const page = await context.call('GET /api/chat.Single/cardList', { query: { limit: SUGGESTED } })
  return page.list.map(toShelfCard)
}
