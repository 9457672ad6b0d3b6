import { isUnspaced, normalizeForSearch, queryWords } from '@everkin/recall'
import type { Queryable } from '../../platform/db/database.ts'
import { loadConcepts, type QueryPart } from './concepts.ts'
import { expandQuery, type TermExpansion } from './expand-query.ts'
import {
  compareByScore,
  decodePosition,
  encodePosition,
  type IdPage,
  type PositionIn,
  type ScoredCard,
  toPage,
} from './pagination.ts'
import { publicCard } from './public-card.ts'
import type { Reader } from './reader.ts'
import { nameTerm } from './search-index.ts'
import { type Candidate, NAME_WEIGHT, selectBestOfTerms, selectTermsOfCards, selectUnblocked } from './search-store.ts'
import type { TagNames } from './tag-names.ts'

/** The maximum number of cards scored for one search; they include the best ones of the rarest word. */
const CANDIDATES = 160

interface SearchQuery {
  q: string
  tag?: string | undefined
  gender?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** What a search needs besides the query. */
export interface SearchTools {
  db: Queryable
  tagNames: TagNames
  /** The concepts nearest to a query that no word explains, by a model; absent without one. */
  findNearestConcepts?: ((query: string) => Promise<readonly string[]>) | undefined
}

/** Above every sum of hits, so that a card with exactly this name is first. */
const WHOLE_NAME_SCORE = 1_000
/** For each matched part, where not all of them match. */
const PART_SCORE = 50

/**
 * Finds cards that match every word of the query, in any language: by name, tag, tagline, notes, or by what the word
 * means. If there are none, it finds cards that match some of its words and phrases, and with an embedding model those
 * whose concepts are near. A card with exactly this name is first; whole words rank before prefixes and prefixes before
 * typos, names before concepts, tags and taglines, then popularity decides. The rarest word gives the candidates, read
 * from the index best first, so that a search does not cost more in a larger library.
 */
export async function searchCards(
  tools: SearchTools,
  reader: Reader,
  type: 'single' | 'multiple',
  query: SearchQuery,
): Promise<IdPage> {
  const position = decodePosition(query.cursor, 'search')
  const scope = { type, ratings: reader.ratings, most: CANDIDATES + 1 }
  const found = [...(await withoutBlocked(tools.db, reader, await findScores(tools, scope, query)))]
    .map(([card_id, { score, rank }]) => ({ card_id, score, rank }))
    .sort(compareByScore)
    .filter((card) => position === null || comesAfter(card, position))
  return toPage(found, query.limit, (last) =>
    encodePosition({ list: 'search', id: last.card_id, rank: last.rank, score: last.score }),
  )
}

/** A blocked card may have taken the place of a candidate; pages of the others stay full. */
async function withoutBlocked(db: Queryable, { blockedIds }: Reader, scores: Scores): Promise<Scores> {
  if (blockedIds.length === 0 || scores.size === 0) return scores
  const shown = new Set((await selectUnblocked(db, [...scores.keys()], blockedIds)).map(({ id }) => id))
  return new Map([...scores].filter(([id]) => shown.has(id)))
}

type Scope = { type: string; ratings: readonly string[]; most: number }
type Scores = Map<string, { score: number; rank: number }>

async function findScores(tools: SearchTools, scope: Scope, query: SearchQuery): Promise<Scores> {
  const concepts = loadConcepts()
  const named = await selectBestOfTerms(tools.db, [{ term: nameTerm(query.q), most: CANDIDATES / 5 }], scope)
  const words = queryWords(query.q)
  const meaningful = words.filter((word) => !concepts.isStopWord(word))
  const literal = (meaningful.length > 0 ? meaningful : words).map((word) => ({
    word,
    concepts: concepts.conceptsOfWord(word),
  }))
  const expand = (parts: readonly QueryPart[]) =>
    expandQuery(tools.db, { tagNames: tools.tagNames, concepts }, { ...query, parts }, scope)

  let scores: Scores = await scoreAll(tools.db, await expand(literal), scope)
  // Pairs of characters say less than words, so texts without spaces are always read for what they mean as well.
  if (scores.size === 0 || isUnspaced(query.q)) {
    const parts = limitParts(concepts.readQuery(query.q))
    const meant = await scoreAny(tools.db, await expand(parts), scope, query)
    for (const [id, { score, rank }] of scores) {
      meant.set(id, { rank, score: score + parts.length * PART_SCORE + (meant.get(id)?.score ?? 0) })
    }
    scores = meant
  }
  if (scores.size === 0 && tools.findNearestConcepts) {
    const near = await tools.findNearestConcepts(query.q)
    const parts = near.map((concept) => ({ word: null, concepts: [concept] }))
    scores = await scoreAny(tools.db, await expand(parts), scope, query)
  }
  const isFiltered = Boolean(query.tag || query.gender)
  for (const { card_id, rank } of named) {
    if (isFiltered && !scores.has(card_id)) continue
    scores.set(card_id, { rank, score: WHOLE_NAME_SCORE + (scores.get(card_id)?.score ?? 0) })
  }
  return scores
}

const MAX_PARTS = 8

/** Phrases and words with a meaning first: of a long query, the rest is left out. */
function limitParts(parts: readonly QueryPart[]): QueryPart[] {
  return [...parts]
    .sort((one, other) => Number(other.concepts.length > 0) - Number(one.concepts.length > 0))
    .slice(0, MAX_PARTS)
}

/** The cards that match every expansion. */
async function scoreAll(db: Queryable, expansions: readonly TermExpansion[], scope: Scope): Promise<Scores> {
  if (expansions.some(({ terms }) => terms.size === 0)) return new Map()
  const [rarest, ...others] = [...expansions].sort((one, other) => one.cards - other.cards)
  if (!rarest) return new Map()
  const rarestMatches = await selectBestOfTerms(db, withLimits(rarest), scope)
  const ranks = new Map(rarestMatches.map(({ card_id, rank }) => [card_id, rank]))
  let scores = bestScores(rarestMatches, rarest)
  if (others.length > 0 && scores.size > 0) {
    const terms = [...new Set(others.flatMap((expansion) => [...expansion.terms.keys()]))]
    const matches = await selectTermsOfCards(db, [...scores.keys()], terms)
    for (const expansion of others) scores = sumScores(scores, bestScores(matches, expansion))
  }
  return new Map([...scores].map(([id, score]) => [id, { score, rank: ranks.get(id) ?? 0 }]))
}

/** The cards that match at least one part of a query, and all of its filters. */
async function scoreAny(
  db: Queryable,
  expansions: readonly TermExpansion[],
  scope: Scope,
  query: Pick<SearchQuery, 'tag' | 'gender'>,
): Promise<Scores> {
  const filterCount = Number(Boolean(query.tag)) + Number(Boolean(query.gender))
  const parts = expansions.slice(0, expansions.length - filterCount).filter(({ terms }) => terms.size > 0)
  const filters = expansions.slice(expansions.length - filterCount)
  const most = Math.ceil(CANDIDATES / Math.max(1, parts.length))
  const scores: Scores = new Map()
  for (const part of parts) {
    const limits = [...part.terms.keys()].map((term) => ({ term, most }))
    const matches = await selectBestOfTerms(db, limits, scope)
    const ranks = new Map(matches.map(({ card_id, rank }) => [card_id, rank]))
    for (const [id, score] of bestScores(matches, part)) {
      const before = scores.get(id)?.score ?? 0
      scores.set(id, { score: before + PART_SCORE + score, rank: ranks.get(id) ?? 0 })
    }
  }
  if (filters.length === 0 || scores.size === 0) return scores
  const filterTerms = filters.flatMap(({ terms }) => [...terms.keys()])
  const held = await selectTermsOfCards(db, [...scores.keys()], filterTerms)
  return new Map([...scores].filter(([id]) => held.filter(({ card_id }) => card_id === id).length === filterCount))
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

function comesAfter(card: ScoredCard, position: PositionIn<'search'>): boolean {
  return compareByScore(card, { card_id: position.id, rank: position.rank, score: position.score }) > 0
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
       select card_id, max(rank) as rank from search_posting where term = any($1::text[]) and weight = ${NAME_WEIGHT}
       group by card_id having count(distinct term) = $2 order by max(rank) desc limit ${MAX_NAME_CANDIDATES})
     select card.id, array[card.name] || coalesce(
       (select array_agg(name) from card_text where card_id = card.id), '{}') as names
     from held join card on card.id = held.card_id where ${publicCard('card')}
     order by held.rank desc, card.id`,
    [words, words.length],
  )
  return rows.find((row) => row.names.some((each) => normalizeForSearch(each).trim() === normalized))?.id ?? null
}
