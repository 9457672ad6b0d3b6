import { deletionVariants, editDistance, maxTypos } from '@everkin/recall'
import type { Queryable } from '../../platform/db/database.ts'
import { type Concepts, genderOfConcept, tagOfConcept } from './concepts.ts'
import { conceptTerm, genderTerm, notesTerm, tagTerm } from './search-index.ts'
import { selectFuzzyTerms, selectTerms } from './search-store.ts'
import type { TagNames } from './tag-names.ts'

/** The terms that one part of a query may mean, each with its quality (1: the exact word), and the number of cards. */
export interface TermExpansion {
  terms: Map<string, number>
  /** Upper bound: a card that contains two of the terms counts twice. */
  cards: number
}

/** A word of a query, or null for a phrase, and the concepts that it stands for. */
interface ExpandedPart {
  word: string | null
  concepts: readonly string[]
}

interface SearchScope {
  type: string
  ratings: readonly string[]
  most: number
}

interface Meaning {
  word: number
  term: string
  quality: number
}

const QUALITY = {
  whole: 1,
  concept: 0.95,
  tagOfConcept: 0.8,
  beginning: 0.7,
  notes: 0.6,
  slips: [1, 0.5, 0.35],
} as const
const MAX_TERMS_PER_VARIANT = 20
const MAX_FUZZY_TERMS = 8

/**
 * Expands each part of a query to the word itself, words with this prefix, tags with this name in any language, and
 * what the part means. Only if there are none of these, it adds words of names and tags and words with a meaning that
 * differ by one or two typos. Filters are terms that every card must have. The result has one expansion for each part,
 * empty where nothing matches, and then one for each filter.
 */
export async function expandQuery(
  db: Queryable,
  { tagNames, concepts }: { tagNames: TagNames; concepts: Concepts },
  query: { parts: readonly ExpandedPart[]; tag?: string | undefined; gender?: string | undefined },
  scope: SearchScope,
): Promise<TermExpansion[]> {
  const words = query.parts.map(({ word }) => word ?? '')
  const filters = [query.tag && tagTerm(query.tag), query.gender && genderTerm(query.gender)].filter(isGiven)
  const tags = words.flatMap((text, word) =>
    text ? tagNames.matchTags(text).map((named) => ({ word, ...named })) : [],
  )
  const meanings: Meaning[] = [
    ...tags
      .filter(({ slips }) => slips === 0)
      .map(({ word, tag, isWhole }) => ({
        word,
        term: tagTerm(tag),
        quality: isWhole ? QUALITY.whole : QUALITY.beginning,
      })),
    ...query.parts.flatMap((part, word) => meaningsOf(part.concepts, word)),
    ...words.flatMap((text, word) => (text ? [{ word, term: notesTerm(text), quality: QUALITY.notes }] : [])),
    ...filters.map((term, index) => ({ word: words.length + index, term, quality: QUALITY.whole })),
  ]
  const expansions: TermExpansion[] = [...words, ...filters].map(() => ({ terms: new Map(), cards: 0 }))
  const qualities = new Map(meanings.map(({ word, term, quality }) => [`${word} ${term}`, quality]))
  for (const { word, term, cards } of await selectTerms(db, words, scope, meanings)) {
    if (cards === 0) continue
    const literal = term === words[word] ? QUALITY.whole : QUALITY.beginning
    addTerm(expansions[word], term, qualities.get(`${word} ${term}`) ?? literal, cards)
  }
  const isUnmatched = (word: number) => expansions[word]?.terms.size === 0 && words[word] !== ''
  const misspelt = words.map((text, word) => (isUnmatched(word) ? concepts.conceptsNearWord(text) : null))
  const fuzzyTags = tags.filter(({ word, slips }) => slips > 0 && isUnmatched(word))
  await addFuzzyTerms(db, words, expansions, isUnmatched, scope)
  for (const { word, tag, slips } of fuzzyTags) addTerm(expansions[word], tagTerm(tag), typoQuality(slips), scope.most)
  for (const [word, near] of misspelt.entries()) {
    for (const meaning of meaningsOf(near?.concepts ?? [], word))
      addTerm(expansions[word], meaning.term, meaning.quality * typoQuality(near?.slips ?? 2), scope.most)
  }
  return expansions
}

function meaningsOf(concepts: readonly string[], word: number): Meaning[] {
  return concepts.flatMap((concept): Meaning[] => {
    const gender = genderOfConcept(concept)
    if (gender !== null) return [{ word, term: genderTerm(gender), quality: QUALITY.whole }]
    return [
      { word, term: conceptTerm(concept), quality: QUALITY.concept },
      { word, term: tagTerm(tagOfConcept(concept)), quality: QUALITY.tagOfConcept },
    ]
  })
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
