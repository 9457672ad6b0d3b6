import { queryWords } from '@everkin/recall'
import type { Queryable } from '../../platform/db/database.ts'
import {
  type ListingFilter,
  selectCandidates,
  selectNewest,
  selectPopular,
  selectTagsOfInterest,
} from './listing-store.ts'
import {
  compareByScore,
  decodePosition,
  encodePosition,
  type IdPage,
  type PositionIn,
  type ScoredCard,
  START_POSITION,
  toPage,
} from './pagination.ts'
import type { Reader } from './reader.ts'
import { type SearchTools, searchCards } from './search-cards.ts'

export interface CardListQuery {
  q?: string | undefined
  tag?: string | undefined
  gender?: 'male' | 'female' | 'other' | undefined
  sort?: 'for_you' | 'popular' | 'new' | undefined
  cursor?: string | undefined
  limit: number
}

/**
 * A page of the public cards that this reader may see, in constant time whatever their number (PERF-D4): a search when
 * `q` contains a word, otherwise the requested order. The default order is "for you", which for visitors is "popular".
 * @throws AppError InvalidInput on `cursor` for one that is not of this list.
 */
export function listCards(
  tools: SearchTools,
  reader: Reader,
  type: 'single' | 'multiple',
  query: CardListQuery,
): Promise<IdPage> {
  const { db } = tools
  if (queryWords(query.q ?? '').length > 0) return searchCards(tools, reader, type, { ...query, q: query.q ?? '' })
  if (query.q?.trim()) return Promise.resolve({ ids: [], nextCursor: null }) // punctuation matches nothing
  const filter = listingFilter(reader, type, query)
  if (query.sort === 'new') return listNewest(db, filter, query)
  if (query.sort === 'popular' || reader.personId === null) return listPopular(db, filter, query)
  return listForYou(db, filter, reader.personId, query)
}

function listingFilter(reader: Reader, type: 'single' | 'multiple', query: CardListQuery): ListingFilter {
  const asked = query.gender ? [query.gender] : ['female', 'male', 'other']
  const genders = type === 'multiple' ? [''] : asked
  return { type, tag: query.tag ?? '', genders, ratings: reader.ratings, blockedIds: reader.blockedIds }
}

async function listPopular(db: Queryable, filter: ListingFilter, query: CardListQuery): Promise<IdPage> {
  const after = decodePosition(query.cursor, 'popular') ?? START_POSITION
  const rows = await selectPopular(db, filter, after, query.limit + 1)
  return toPage(rows, query.limit, (last) => encodePosition({ list: 'popular', rank: last.rank, id: last.card_id }))
}

async function listNewest(db: Queryable, filter: ListingFilter, query: CardListQuery): Promise<IdPage> {
  const position = decodePosition(query.cursor, 'new')
  const after = position ? { id: position.id, publishedAt: new Date(position.publishedAt) } : START_POSITION
  const rows = await selectNewest(db, filter, after, query.limit + 1)
  return toPage(rows, query.limit, (last) =>
    encodePosition({ list: 'new', publishedAt: last.published_at.toISOString(), id: last.card_id }),
  )
}

const MAX_INTERESTS = 4
const INTEREST_CARDS = 50
/** For each gender, since each is a separate read. */
const CANDIDATES_PER_TAG = 20

type Interests = PositionIn<'for_you'>['tags']

/**
 * "For you": first the most popular cards under the tags that this person likes and chats with most, ordered by how
 * many of them they have; then all other cards by popularity. A cursor contains the interests that the list began with,
 * so that a like in between changes nothing. Bounded work and no randomness: the same history gives the same list.
 */
async function listForYou(
  db: Queryable,
  filter: ListingFilter,
  personId: string,
  query: { cursor?: string | undefined; limit: number },
): Promise<IdPage> {
  const position = decodePosition(query.cursor, 'for_you')
  const interests = position?.tags ?? (await loadInterests(db, personId))
  const recommended = await recommendCards(db, filter, interests)

  const isPastRecommended = position !== null && position.score === null
  const remaining = isPastRecommended
    ? []
    : recommended.filter((card) => position === null || comesAfter(card, position))
  const shown = remaining.slice(0, query.limit)
  const missing = query.limit - shown.length
  const after = isPastRecommended ? position : START_POSITION
  const without = recommended.map(({ card_id }) => card_id)
  const others = await selectPopular(db, filter, after, missing + 1, without)
  const rest = others.slice(0, missing)

  const last = rest.at(-1)
  const lastRecommended = shown.at(-1)
  const hasMore = remaining.length > query.limit || others.length > missing
  const place = last
    ? { id: last.card_id, rank: last.rank, score: null }
    : lastRecommended && { id: lastRecommended.card_id, rank: lastRecommended.rank, score: lastRecommended.score }
  return {
    ids: [...shown, ...rest].map(({ card_id }) => card_id),
    nextCursor: hasMore && place ? encodePosition({ list: 'for_you', ...place, tags: interests }) : null,
  }
}

/** The most frequent tags of the cards that a person has recently liked or chatted with. */
async function loadInterests(db: Queryable, personId: string): Promise<Interests> {
  const counts = new Map<string, number>()
  for (const { tags } of await selectTagsOfInterest(db, personId, INTEREST_CARDS)) {
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_INTERESTS)
}

async function recommendCards(db: Queryable, filter: ListingFilter, interests: Interests): Promise<ScoredCard[]> {
  if (interests.length === 0) return []
  const weights = new Map(interests)
  // With a tag filter, only the list of that tag gives candidates.
  const tags = filter.tag === '' ? interests.map(([tag]) => tag) : [filter.tag]
  const candidates = await selectCandidates(db, filter, tags, CANDIDATES_PER_TAG)
  return candidates
    .map(({ card_id, rank, tags }) => ({
      card_id,
      rank,
      score: tags.reduce((sum, tag) => sum + (weights.get(tag) ?? 0), 0),
    }))
    .sort(compareByScore)
}

function comesAfter(card: ScoredCard, position: PositionIn<'for_you'>): boolean {
  return compareByScore(card, { card_id: position.id, rank: position.rank, score: position.score ?? 0 }) > 0
}
