import { normalizeForSearch, queryWords } from '@everkin/recall'
import type { Queryable } from '../../platform/db/database.ts'
import { expandQuery, type TermExpansion } from './expand-query.ts'
import { decodeCursor, encodeCursor, type IdPage, type PositionIn, toPage } from './pagination.ts'
import type { Reader } from './reader.ts'
import { type Candidate, selectBestOfTerms, selectTermsOfCards } from './search-store.ts'
import type { TagNames } from './tag-names.ts'

/** The maximum number of cards scored for one search; they include the best ones of the rarest word. */
const CANDIDATES = 160

interface SearchQuery {
  words: readonly string[]
  tag?: string | undefined
  gender?: string | undefined
  cursor?: string | undefined
  limit: number
}

interface FoundCard {
  card_id: string
  rank: number
  score: number
}

/**
 * Finds cards that contain every word of the query, in any language. Whole words rank before prefixes and prefixes
 * before typos; names before tags and tags before taglines; then by popularity. The rarest word gives the candidates,
 * read from the index best first. The other words are looked up only for these, so that a search does not cost more in
 * a larger library.
 */
export async function searchCards(
  db: Queryable,
  tagNames: TagNames,
  reader: Reader,
  type: 'single' | 'multiple',
  query: SearchQuery,
): Promise<IdPage> {
  const position = decodeCursor(query.cursor, 'search')
  const scope = { type, ratings: reader.ratings, most: CANDIDATES + 1 }
  const expansions = await expandQuery(db, tagNames, query, scope)
  if (!expansions) return { ids: [], nextCursor: null }
  const [rarest, ...others] = [...expansions].sort((one, other) => one.cards - other.cards)
  if (!rarest) return { ids: [], nextCursor: null }

  const rarestMatches = await selectBestOfTerms(db, withLimits(rarest), scope)
  const ranks = new Map(rarestMatches.map(({ card_id, rank }) => [card_id, rank]))
  let scores = bestScores(rarestMatches, rarest)
  if (others.length > 0 && scores.size > 0) {
    const terms = [...new Set(others.flatMap((expansion) => [...expansion.terms.keys()]))]
    const matches = await selectTermsOfCards(db, [...scores.keys()], terms)
    for (const expansion of others) scores = sumScores(scores, bestScores(matches, expansion))
  }
  const found = [...scores]
    .map(([card_id, score]) => ({ card_id, score, rank: ranks.get(card_id) ?? 0 }))
    .sort(byScore)
    .filter((card) => position === null || comesAfter(card, position))
  return toPage(found, query.limit, (last) =>
    encodeCursor({ list: 'search', id: last.card_id, rank: last.rank, score: last.score }),
  )
}

/** Exact matches may fill all candidates, other matches only a part of them. */
function withLimits(expansion: TermExpansion): { term: string; most: number }[] {
  return [...expansion.terms].map(([term, quality]) => ({ term, most: quality === 1 ? CANDIDATES : CANDIDATES / 5 }))
}

function bestScores(candidates: readonly Candidate[], expansion: TermExpansion): Map<string, number> {
  const scores = new Map<string, number>()
  for (const { card_id, term, weight } of candidates) {
    const quality = expansion.terms.get(term)
    if (quality === undefined) continue
    scores.set(card_id, Math.max(scores.get(card_id) ?? 0, weight * quality))
  }
  return scores
}

function sumScores(one: Map<string, number>, other: Map<string, number>): Map<string, number> {
  return new Map([...one].flatMap(([id, score]) => (other.has(id) ? [[id, score + (other.get(id) ?? 0)]] : [])))
}

const byScore = (one: FoundCard, other: FoundCard) =>
  other.score - one.score || other.rank - one.rank || (one.card_id < other.card_id ? 1 : -1)

function comesAfter(card: FoundCard, position: PositionIn<'search'>): boolean {
  return byScore(card, { card_id: position.id, rank: position.rank, score: position.score }) > 0
}

/** The maximum number of cards examined that contain all words of a name. */
const MAX_NAME_CANDIDATES = 50

/**
 * The public card with exactly this name in any language, ignoring case and accents; the most popular one if there are
 * several, null if there is none. The cost depends on its rarest word, not on the size of the library.
 */
export async function findCardByName(db: Queryable, name: string): Promise<string | null> {
  const words = queryWords(name)
  const normalized = normalizeForSearch(name).trim()
  if (words.length === 0) return null
  const rows = await db.query<{ id: string; names: string[] }>(
    `with held as (
       select card_id, max(rank) as rank from search_posting where term = any($1::text[]) and weight = 4
       group by card_id having count(distinct term) = $2 order by max(rank) desc limit ${MAX_NAME_CANDIDATES})
     select card.id, array[card.name] || coalesce(
       (select array_agg(name) from card_text where card_id = card.id), '{}') as names
     from held join card on card.id = held.card_id where card.state = 'published' and card.visibility = 'public'
     order by held.rank desc, card.id`,
    [words, words.length],
  )
  return rows.find((row) => row.names.some((each) => normalizeForSearch(each).trim() === normalized))?.id ?? null
}
