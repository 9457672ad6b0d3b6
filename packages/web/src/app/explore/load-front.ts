import type { Locale } from '@everkin/contract/locales.ts'
import { FRONT_SHELVES, type FrontShelf, fillShelves } from '../../features/explore/front-shelves.ts'
import { type Pick, pickOfTheDay, toPicks } from '../../features/explore/pick-of-the-day.ts'
import { type ShelfCard, type ShelfStory, toShelfCard, toShelfStory } from '../../features/explore/shelf.ts'
import type { PageContext } from '../page-context.ts'

/** Content of the front page, shared by all readers of a language. */
interface Front {
  picks: Pick[]
  /** The cards that operators feature. */
  featured: ShelfCard[]
  shelves: FrontShelf[]
  stories: ShelfStory[]
}

const CACHE_MS = 10_000
const PICKED_FROM = 100
const SHELF_CANDIDATES = 12
const STORIES = 3

const cached = new Map<Locale, { atMs: number; front: Promise<Front> }>()

/**
 * The pick of the day, the shelves and the stories. They are read every ten seconds in each language, without
 * anything personal; people who see adult cards or are in the protected mode, or have blocked something, get their own.
 */
export async function loadFront(context: PageContext, nowMs: number = Date.now()) {
  const { picks, ...front } = await frontFor(context, nowMs)
  return { pick: pickOfTheDay(picks, context.person?.id ?? null, nowMs), ...front }
}

function frontFor(context: PageContext, nowMs: number): Promise<Front> {
  // Pages for visitors are cached as a whole, and dropped when a card changes (N1).
  const { person } = context
  if (!person || person.nsfw || person.teen || person.has_blocks) return readFront(context)
  const last = cached.get(context.locale)
  if (last && nowMs - last.atMs < CACHE_MS) return last.front
  const front = readFront(context)
  cached.set(context.locale, { atMs: nowMs, front })
  front.catch(() => cached.delete(context.locale))
  return front
}

async function readFront(context: PageContext): Promise<Front> {
  const [popular, groups, featured, ...found] = await Promise.all([
    context.call('GET /api/chat.Single/cardList', { query: { sort: 'popular', limit: PICKED_FROM } }),
    context.call('GET /api/chat.Multiple/cardList', { query: { limit: STORIES } }),
    context.call('GET /api/chat/featuredCards'),
    ...FRONT_SHELVES.map(({ search }) =>
      context.call('GET /api/chat.Single/cardList', { query: { ...search, limit: SHELF_CANDIDATES } }),
    ),
  ])
  const shelves = FRONT_SHELVES.map(({ id }, place) => ({ id, cards: (found[place]?.list ?? []).map(toShelfCard) }))
  return {
    picks: toPicks(popular.list),
    featured: featured.map(toShelfCard),
    shelves: fillShelves(shelves),
    stories: groups.list.map(toShelfStory),
  }
}
