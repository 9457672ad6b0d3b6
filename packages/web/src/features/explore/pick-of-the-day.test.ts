import type { SingleCard } from '@everkin/contract/types.ts'
import { describe, expect, it } from 'vitest'
import { pickOfTheDay, toPicks } from './pick-of-the-day.ts'

const NOON = Date.UTC(2026, 10, 23, 12)
const DAY_MS = 86_400_000

/** Only the fields that the pick reads. */
function card(id: string, change: Partial<SingleCard> = {}): SingleCard {
  const hook = {
    direction: 'A train goes over.',
    line: 'There is one dish.',
    action: 'Take the stool',
    replies: ['Egg.'],
  }
  const scene = { url: `/pictures/${id}-scene/960.webp`, colors: { edge: '#986838', foot: '#000000', tint: '#000000' } }
  return { id, name: id, tagline: '', rating: 'sfw', hook, scene, ...change } as SingleCard // a test's stand-in
}

const CARDS = toPicks(Array.from({ length: 28 }, (_, at) => card(`card-${at}`)))

describe('the pick of the day', () => {
  it('stays the same all day, in whatever order the cards come', () => {
    const noon = pickOfTheDay(CARDS, 'person', NOON)
    expect(pickOfTheDay([...CARDS].reverse(), 'person', NOON + 11 * 3_600_000)).toEqual(noon)
    expect(pickOfTheDay(CARDS, 'person', NOON + DAY_MS)?.id).not.toBe(noon?.id)
  })

  it('comes round to everyone', () => {
    const seen = new Set(CARDS.map((_, day) => pickOfTheDay(CARDS, null, NOON + day * DAY_MS)?.id))
    expect(seen.size).toBe(CARDS.length)
  })

  it('is someone with a scene and a hook that was written, and never an adult card', () => {
    const hook = { direction: '', line: 'Made from a greeting.', action: null, replies: [] }
    const others = [
      card('a', { hook }),
      card('b', { hook: null }),
      card('c', { scene: null }),
      card('d', { rating: 'nsfw' }),
    ]
    expect(pickOfTheDay(toPicks(others), null, NOON)).toBeNull()
    expect(pickOfTheDay(toPicks([...others, card('e')]), null, NOON)?.id).toBe('e')
    expect(pickOfTheDay([], null, NOON)).toBeNull()
  })

  it('darkens a light scene for the panel', () => {
    expect(pickOfTheDay(toPicks([card('e')]), null, NOON)?.panel).not.toBe('#986838')
  })
})
