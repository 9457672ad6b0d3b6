import type { Queryable } from '../../platform/db/database.ts'
import { BEFORE_ALL, type IdPage } from './card-page.ts'
import { cursorOf, type PositionIn, readCursor } from './list-cursor.ts'
import { type ShelfPart, selectCandidates, selectPopular, selectTagsOfInterest } from './shelf-store.ts'

const INTERESTS = 4
const CARDS_OF_INTEREST = 50
/** Of each gender, since each is a read of its own. */
const CANDIDATES_PER_TAG = 20

type Interests = PositionIn<'for_you'>['tags']

interface Chosen {
  card_id: string
  rank: number
  score: number
}

/**
 * "For you": of the most popular cards under the tags that this person likes and talks with most, those first that
 * have most of them; then everything else by what is popular. A cursor carries the interests that the list began with,
 * so that a like in between moves nothing. Bounded work, no chance: the same past gives the same list.
 */
export async function listForYou(
  db: Queryable,
  part: ShelfPart,
  personId: string,
  query: { cursor?: string | undefined; limit: number },
): Promise<IdPage> {
  const position = readCursor(query.cursor, 'for_you')
  const interests = position?.tags ?? (await interestsOf(db, personId))
  const chosen = await chooseCards(db, part, interests)

  const isPastChosen = position !== null && position.score === null
  const left = isPastChosen ? [] : chosen.filter((card) => position === null || comesAfter(card, position))
  const shown = left.slice(0, query.limit)
  const missing = query.limit - shown.length
  const after = isPastChosen ? position : BEFORE_ALL
  const without = chosen.map(({ card_id }) => card_id)
  const others = await selectPopular(db, part, after, missing + 1, without)
  const rest = others.slice(0, missing)

  const last = rest.at(-1)
  const lastChosen = shown.at(-1)
  const hasMore = left.length > query.limit || others.length > missing
  const place = last
    ? { id: last.card_id, rank: last.rank, score: null }
    : lastChosen && { id: lastChosen.card_id, rank: lastChosen.rank, score: lastChosen.score }
  return {
    ids: [...shown, ...rest].map(({ card_id }) => card_id),
    nextCursor: hasMore && place ? cursorOf({ list: 'for_you', ...place, tags: interests }) : null,
  }
}

/** The tags met most often among the cards that someone has lately liked or talked with. */
async function interestsOf(db: Queryable, personId: string): Promise<Interests> {
  const counts = new Map<string, number>()
  for (const { tags } of await selectTagsOfInterest(db, personId, CARDS_OF_INTEREST)) {
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, INTERESTS)
}

async function chooseCards(db: Queryable, part: ShelfPart, interests: Interests): Promise<Chosen[]> {
  if (interests.length === 0) return []
  const weights = new Map(interests)
  // Under a tag the shelf of that tag is all there is to choose from.
  const tags = part.tag === '' ? interests.map(([tag]) => tag) : [part.tag]
  const candidates = await selectCandidates(db, part, tags, CANDIDATES_PER_TAG)
  return candidates
    .map(({ card_id, rank, tags }) => ({
      card_id,
      rank,
      score: tags.reduce((sum, tag) => sum + (weights.get(tag) ?? 0), 0),
    }))
    .sort(byPlace)
}

const byPlace = (one: Chosen, other: Chosen) =>
  other.score - one.score || other.rank - one.rank || (one.card_id < other.card_id ? 1 : -1)

function comesAfter(card: Chosen, position: PositionIn<'for_you'>): boolean {
  return byPlace(card, { card_id: position.id, rank: position.rank, score: position.score ?? 0 }) > 0
}
