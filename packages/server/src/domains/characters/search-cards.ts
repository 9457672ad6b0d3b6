import type { Queryable } from '../../platform/db/database.ts'
import { type IdPage, pageOf } from './card-page.ts'
import { findMeaning, type Meaning } from './find-meaning.ts'
import { cursorOf, type PositionIn, readCursor } from './list-cursor.ts'
import type { Reader } from './reader.ts'
import { type Candidate, selectBestOfTerms, selectHeldTerms } from './search-store.ts'
import type { TagNames } from './tag-names.ts'

/** No more cards than these are ever weighed for one search; the best of the rarest word are among them. */
const CANDIDATES = 160

interface SearchQuery {
  words: readonly string[]
  tag?: string | undefined
  gender?: string | undefined
  cursor?: string | undefined
  limit: number
}

interface Found {
  card_id: string
  rank: number
  score: number
}

/**
 * Cards that hold every word of the query, in any language: whole words before beginnings before slips of the finger,
 * names before tags before taglines, then what is popular. The rarest word gives the candidates, read from the index
 * best first; the others are looked up for these alone, so that no search costs more in a larger library.
 */
export async function searchCards(
  db: Queryable,
  tagNames: TagNames,
  reader: Reader,
  type: 'single' | 'multiple',
  query: SearchQuery,
): Promise<IdPage> {
  const position = readCursor(query.cursor, 'search')
  const where = { type, ratings: reader.ratings, most: CANDIDATES + 1 }
  const meanings = await findMeaning(db, tagNames, query, where)
  if (!meanings) return { ids: [], nextCursor: null }
  const [rarest, ...others] = [...meanings].sort((one, other) => one.cards - other.cards)
  if (!rarest) return { ids: [], nextCursor: null }

  const driving = await selectBestOfTerms(db, limited(rarest), where)
  const ranks = new Map(driving.map(({ card_id, rank }) => [card_id, rank]))
  let scores = bestScores(driving, rarest)
  if (others.length > 0 && scores.size > 0) {
    const terms = [...new Set(others.flatMap((meaning) => [...meaning.terms.keys()]))]
    const held = await selectHeldTerms(db, [...scores.keys()], terms)
    for (const meaning of others) scores = sumOfBoth(scores, bestScores(held, meaning))
  }
  const found = [...scores]
    .map(([card_id, score]) => ({ card_id, score, rank: ranks.get(card_id) ?? 0 }))
    .sort(byPlace)
    .filter((card) => position === null || comesAfter(card, position))
  return pageOf(found, query.limit, (last) =>
    cursorOf({ list: 'search', id: last.card_id, rank: last.rank, score: last.score }),
  )
}

/** Whole words may fill all the room there is for candidates, what is only near them a part of it. */
function limited(meaning: Meaning): { term: string; most: number }[] {
  return [...meaning.terms].map(([term, quality]) => ({ term, most: quality === 1 ? CANDIDATES : CANDIDATES / 5 }))
}

function bestScores(candidates: readonly Candidate[], meaning: Meaning): Map<string, number> {
  const scores = new Map<string, number>()
  for (const { card_id, term, weight } of candidates) {
    const quality = meaning.terms.get(term)
    if (quality === undefined) continue
    scores.set(card_id, Math.max(scores.get(card_id) ?? 0, weight * quality))
  }
  return scores
}

function sumOfBoth(one: Map<string, number>, other: Map<string, number>): Map<string, number> {
  return new Map([...one].flatMap(([id, score]) => (other.has(id) ? [[id, score + (other.get(id) ?? 0)]] : [])))
}

const byPlace = (one: Found, other: Found) =>
  other.score - one.score || other.rank - one.rank || (one.card_id < other.card_id ? 1 : -1)

function comesAfter(card: Found, position: PositionIn<'search'>): boolean {
  return byPlace(card, { card_id: position.id, rank: position.rank, score: position.score }) > 0
}
