import type { ShelfCard } from './shelf.ts'

/** The shelves of the front page, in their order. Each has a reason, and an address with everything on it. */
export const FRONT_SHELVES = [
  { id: 'awakeLate', search: { q: 'night' } },
  { id: 'notHuman', search: { tag: 'nonhuman' } },
  { id: 'language', search: { tag: 'language' } },
  { id: 'laugh', search: { tag: 'comedy' } },
  { id: 'riddles', search: { tag: 'mystery' } },
  { id: 'newOnShelf', search: { sort: 'new' } },
] as const

type FrontShelfId = (typeof FRONT_SHELVES)[number]['id']

export interface FrontShelf {
  id: FrontShelfId
  cards: ShelfCard[]
}

/** A row on a wide screen. */
const SHELF_SIZE = 6
const MIN_SHELF_SIZE = 3

/**
 * Fills the shelves so that nobody stands on two of them while others are left for the second. A shelf with fewer than
 * three cards is left out.
 */
export function fillShelves(found: readonly FrontShelf[]): FrontShelf[] {
  const seen = new Set<string>()
  return found.flatMap(({ id, cards }) => {
    const unseen = cards.filter((card) => !seen.has(card.id))
    const repeated = cards.filter((card) => seen.has(card.id))
    const shown = [...unseen, ...repeated].slice(0, SHELF_SIZE)
    if (shown.length < MIN_SHELF_SIZE) return []
    for (const card of shown) seen.add(card.id)
    return [{ id, cards: shown }]
  })
}
