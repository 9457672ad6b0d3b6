import { describe, expect, it } from 'vitest'
import { fillShelves } from './front-shelves.ts'
import type { ShelfCard } from './shelf.ts'

const cards = (...ids: string[]): ShelfCard[] =>
  ids.map((id) => ({ id, name: id, tagline: '', cover: null, quote: null, chats: 0, mood: null, isMature: false }))
const ids = (shelf: { cards: ShelfCard[] } | undefined) => shelf?.cards.map(({ id }) => id).join('')

describe('the shelves of the front page', () => {
  it('show those first who are on no shelf before', () => {
    const [first, second] = fillShelves([
      { id: 'awakeLate', cards: cards(...'abcdefgh') },
      { id: 'notHuman', cards: cards(...'abgxyzw') },
    ])
    expect(ids(first)).toBe('abcdef')
    expect(ids(second)).toBe('gxyzwa')
  })

  it('are left out when almost empty', () => {
    const shelves = fillShelves([
      { id: 'awakeLate', cards: [] },
      { id: 'language', cards: cards('a', 'b') },
      { id: 'laugh', cards: cards('a', 'b', 'c') },
    ])
    expect(shelves.map(({ id }) => id)).toEqual(['laugh'])
  })
})
