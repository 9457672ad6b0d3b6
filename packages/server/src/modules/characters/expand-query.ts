import { deletionVariants, editDistance, maxTypos } from '@everkin/recall'
import type { Queryable } from '../../platform/db/database.ts'
import { genderTerm, tagTerm } from './search-index.ts'
import { selectFuzzyTerms, selectTerms } from './search-store.ts'
import type { TagNames } from './tag-names.ts'

/** The terms that one word of a query may mean, each with its quality (1: the exact word), and the number of cards. */
export interface TermExpansion {
  terms: Map<string, number>
  /** Upper bound: a card that contains two of the terms counts twice. */
  cards: number
}

interface SearchScope {
  type: string
  ratings: readonly string[]
  most: number
}

const QUALITY = { whole: 1, beginning: 0.7, slips: [1, 0.5, 0.35] } as const
const MAX_TERMS_PER_VARIANT = 20
const MAX_FUZZY_TERMS = 8

/**
 * Expands each word of a query to the word itself, words with this prefix, and tags with this name in any language.
 * Only if there are none of these, it adds words of names and tags that differ by one or two typos. Tag and gender
 * filters are treated as words. Null when a word matches nothing, so that nothing can be found.
 */
export async function expandQuery(
  db: Queryable,
  tagNames: TagNames,
  query: { words: readonly string[]; tag?: string | undefined; gender?: string | undefined },
  scope: SearchScope,
): Promise<TermExpansion[] | null> {
  const { words } = query
  const filters = [query.tag && tagTerm(query.tag), query.gender && genderTerm(query.gender)].filter(isGiven)
  const tags = words.flatMap((text, word) => tagNames.matchTags(text).map((named) => ({ word, ...named })))
  const extraTerms = [
    ...tags.filter(({ slips }) => slips === 0).map(({ word, tag }) => ({ word, term: tagTerm(tag) })),
    ...filters.map((term, index) => ({ word: words.length + index, term })),
  ]
  const expansions: TermExpansion[] = [...words, ...filters].map(() => ({ terms: new Map(), cards: 0 }))
  for (const { word, term, cards } of await selectTerms(db, words, scope, extraTerms)) {
    if (cards === 0) continue
    const isTag = tags.find((named) => named.word === word && tagTerm(named.tag) === term)
    const isWhole = term === words[word] || isTag?.isWhole || word >= words.length
    addTerm(expansions[word], term, isWhole ? QUALITY.whole : QUALITY.beginning, cards)
  }
  const isUnmatched = (word: number) => expansions[word]?.terms.size === 0
  await addFuzzyTerms(db, words, expansions, isUnmatched, scope)
  const fuzzyTags = tags.filter(({ word, slips }) => slips > 0 && isUnmatched(word))
  for (const { word, tag, slips } of fuzzyTags) addTerm(expansions[word], tagTerm(tag), typoQuality(slips), scope.most)
  return expansions.every(({ terms }) => terms.size > 0) ? expansions : null
}

async function addFuzzyTerms(
  db: Queryable,
  words: readonly string[],
  expansions: readonly TermExpansion[],
  isUnmatched: (word: number) => boolean,
  scope: SearchScope,
): Promise<void> {
  const fuzzy = (
    await Promise.all(words.map((text, word) => (isUnmatched(word) ? findFuzzyTerms(db, text, word) : [])))
  ).flat()
  if (fuzzy.length === 0) return
  const counted = await selectTerms(db, [], scope, fuzzy)
  for (const { word, term, cards } of counted) {
    const slips = fuzzy.find((one) => one.word === word && one.term === term)?.slips ?? 2
    if (cards > 0) addTerm(expansions[word], term, typoQuality(slips), cards)
  }
}

async function findFuzzyTerms(
  db: Queryable,
  text: string,
  word: number,
): Promise<{ word: number; term: string; slips: number }[]> {
  const maxDistance = maxTypos(text)
  if (maxDistance === 0) return []
  const rows = await selectFuzzyTerms(db, deletionVariants(text), MAX_TERMS_PER_VARIANT)
  return rows
    .map(({ term }) => ({ word, term, slips: editDistance(text, term, maxDistance) }))
    .filter(({ slips }) => slips <= maxDistance)
    .sort((one, other) => one.slips - other.slips || (one.term < other.term ? -1 : 1))
    .slice(0, MAX_FUZZY_TERMS)
}

function addTerm(expansion: TermExpansion | undefined, term: string, quality: number, cards: number): void {
  if (!expansion) return
  expansion.terms.set(term, Math.max(quality, expansion.terms.get(term) ?? 0))
  expansion.cards += cards
}

const typoQuality = (slips: number) => QUALITY.slips[slips] ?? 0

const isGiven = (term: string | undefined): term is string => typeof term === 'string' && term !== ''
