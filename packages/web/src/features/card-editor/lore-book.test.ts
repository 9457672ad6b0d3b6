import { describe, expect, it } from 'vitest'
import { entriesOf, entryTitle, readEntry, withEntry, withMoved, withNewEntry } from './lore-book.ts'

const BOOK = {
  name: 'Harbour',
  x_other: { kept: true },
  entries: [
    { keys: ['أبو الهول'], content: 'a', insertion_order: 10, extensions: { depth: 4 }, x_mine: 1 },
    { keys: ['灯台'], content: 'b', insertion_order: 20, enabled: false },
  ],
}

describe('a lorebook in its editor', () => {
  it('keeps what it does not know, in the book and in its entries', () => {
    const changed = withEntry(BOOK, 0, { content: 'new' })
    expect(changed).toEqual({
      ...BOOK,
      extensions: {},
      entries: [{ ...BOOK.entries[0], content: 'new' }, BOOK.entries[1]],
    })
    expect(BOOK.entries[0]?.content).toBe('a')
  })

  it('moves an entry with its order, and nowhere beyond the ends', () => {
    const moved = entriesOf(withMoved(BOOK, 1, -1))
    expect(moved.map((raw) => [readEntry(raw).keys[0], readEntry(raw).insertion_order])).toEqual([
      ['灯台', 10],
      ['أبو الهول', 20],
    ])
    expect(entriesOf(withMoved(BOOK, 1, 1))).toEqual(BOOK.entries)
  })

  it('begins a book with all that the formats ask of it', () => {
    const [entry] = entriesOf(withNewEntry(null))
    expect(withNewEntry(null)).toMatchObject({ extensions: {} })
    expect(entry).toMatchObject({ keys: [], content: '', extensions: {}, enabled: true, insertion_order: 10 })
  })

  it('reads what is no book as empty, and names an entry by its words', () => {
    for (const odd of [null, 'text', { entries: null }, { entries: [null, 3] }]) {
      for (const entry of entriesOf(odd)) expect(entryTitle(readEntry(entry))).toBe('')
    }
    expect(BOOK.entries.map(readEntry).map(entryTitle)).toEqual(['أبو الهول', '灯台'])
  })
})
