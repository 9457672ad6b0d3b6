import type { Queryable } from '../../platform/db/database.ts'
import { slipsOf, termsOf } from './fold-words.ts'
import {
  insertSlips,
  insertTerms,
  type Posting,
  replacePostings,
  type SearchedCard,
  selectSearchedCards,
} from './search-store.ts'
import { placeOnShelves } from './shelf-store.ts'

/** How much a hit in each part of a card weighs. */
const WEIGHTS = { name: 4, tag: 2, tagline: 1, filter: 0 } as const

/**
 * Puts cards where lists and search find them, or takes them away when they are not public (any more). To be called in
 * the transaction of every change of a card, for a handful or for thousands.
 */
export async function shelveCards(tx: Queryable, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return
  await placeOnShelves(tx, cardIds)
  const postings = (await selectSearchedCards(tx, cardIds)).flatMap(postingsOf)
  const words = postings.filter(({ term }) => !isFilter(term))
  const names = words.filter(({ weight }) => weight === WEIGHTS.name)
  await insertTerms(tx, termsIn(words))
  await insertSlips(
    tx,
    termsIn(names).flatMap((term) => slipsOf(term).map((slip) => ({ slip, term }))),
  )
  await replacePostings(tx, cardIds, postings)
}

/** The term that stands for a tag, and the one for a gender; no word begins like them. */
export const tagTerm = (tag: string) => `#${tag}`
export const genderTerm = (gender: string) => `@${gender}`

const termsIn = (postings: readonly Posting[]) => [...new Set(postings.map(({ term }) => term))]

const isFilter = (term: string) => term.startsWith('#') || term.startsWith('@')

function postingsOf(card: SearchedCard): Posting[] {
  const weights = new Map<string, number>()
  const add = (terms: readonly string[], weight: number) => {
    for (const term of terms) weights.set(term, Math.max(weight, weights.get(term) ?? 0))
  }
  add(card.taglines.flatMap(termsOf), WEIGHTS.tagline)
  add(card.tags.flatMap(termsOf), WEIGHTS.tag)
  add(card.tags.map(tagTerm), WEIGHTS.tag)
  add(card.names.flatMap(termsOf), WEIGHTS.name)
  if (card.gender) add([genderTerm(card.gender)], WEIGHTS.filter)
  return [...weights].map(([term, weight]) => ({
    term,
    weight,
    type: card.type,
    rating: card.rating,
    rank: card.rank,
    cardId: card.id,
  }))
}
