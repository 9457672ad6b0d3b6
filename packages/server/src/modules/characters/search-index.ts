import { deletionVariants, indexTerms, normalizeForSearch } from '@everkin/recall'
import type { Transaction } from '../../platform/db/database.ts'
import { loadConcepts } from './concepts.ts'
import { replaceListings } from './listing-store.ts'
import {
  changeTermCounts,
  deleteDeletionVariants,
  type IndexEntry,
  insertDeletionVariants,
  NAME_WEIGHT,
  replaceIndexEntries,
  type SearchedCard,
  selectSearchedCards,
} from './search-store.ts'

/**
 * The weight of a hit in each part of a card; each further concept of a card counts a little less than the one before.
 */
const WEIGHTS = { name: NAME_WEIGHT, concept: 34, tag: 20, tagline: 10, notes: 8, filter: 0 } as const

const MAX_CONCEPTS = 12
/** Only the beginning of a card's notes is indexed, in each language. */
const INDEXED_NOTES = 400

/**
 * Adds cards to lists and search, or removes those that are not (or no longer) public. Call it in the transaction of
 * every change of a card, for one or for thousands.
 */
export async function indexCards(tx: Transaction, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return
  await replaceListings(tx, cardIds)
  const entries = (await selectSearchedCards(tx, cardIds)).flatMap(indexEntriesOf)
  const words = entries.filter(({ term }) => !isFilterTerm(term))
  const names = words.filter(({ weight }) => weight === WEIGHTS.name)
  const before = (await replaceIndexEntries(tx, cardIds, entries)).filter((term) => !isFilterTerm(term))
  const removed = await changeTermCounts(tx, countChanges(before, words))
  await deleteDeletionVariants(tx, removed.flatMap(variantsOf))
  await insertDeletionVariants(tx, termsIn(names).flatMap(variantsOf))
}

/** By how much the number of cards with each term changes; without the terms for which it stays the same. */
function countChanges(before: readonly string[], now: readonly IndexEntry[]): Map<string, number> {
  const changes = new Map<string, number>()
  const add = (term: string, by: number) => void changes.set(term, (changes.get(term) ?? 0) + by)
  for (const term of before) add(term, -1)
  for (const { term } of now) add(term, 1)
  for (const [term, by] of changes) if (by === 0) changes.delete(term)
  return changes
}

const variantsOf = (term: string) => deletionVariants(term).map((slip) => ({ slip, term }))

/** The terms for what is not a word of a name, tag or tagline; no word begins like them. */
export const tagTerm = (tag: string) => `#${tag}`
export const genderTerm = (gender: string) => `@${gender}`
export const conceptTerm = (concept: string) => `~${concept}`
/** A whole name. */
export const nameTerm = (name: string) => `=${normalizeForSearch(name).replace(/\s+/g, ' ').trim()}`
/** A word of the notes: found only as a whole, so that the beginnings of names are not lost among them. */
export const notesTerm = (word: string) => `.${word}`

const termsIn = (entries: readonly IndexEntry[]) => [...new Set(entries.map(({ term }) => term))]

const isFilterTerm = (term: string) => /^[#@~=.]/.test(term)

function indexEntriesOf(card: SearchedCard): IndexEntry[] {
  const weights = new Map<string, number>()
  const add = (terms: readonly string[], weight: number) => {
    for (const term of terms) weights.set(term, Math.max(weight, weights.get(term) ?? 0))
  }
  const concepts = conceptsOf(card)
  add(indexedNotes(card).flatMap(indexTerms).map(notesTerm), WEIGHTS.notes)
  for (const [place, concept] of concepts.entries()) add([conceptTerm(concept)], WEIGHTS.concept - place)
  add(card.taglines.flatMap(indexTerms), WEIGHTS.tagline)
  add(card.tags.flatMap(indexTerms), WEIGHTS.tag)
  add(card.tags.map(tagTerm), WEIGHTS.tag)
  add(card.names.flatMap(indexTerms), WEIGHTS.name)
  add(card.names.map(nameTerm), WEIGHTS.name)
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

const indexedNotes = (card: SearchedCard) => card.notes.map((notes) => notes.slice(0, INDEXED_NOTES))

/** A card of the library has its own list; of other cards, the concepts that their public texts mention. */
function conceptsOf(card: SearchedCard): readonly string[] {
  const concepts = loadConcepts()
  if (card.is_library) return concepts.conceptsOfLibraryCard(card.id)
  const text = [...card.names, ...card.taglines, ...card.tags, ...indexedNotes(card)].join('. ')
  return concepts.conceptsInText(text).slice(0, MAX_CONCEPTS)
}
