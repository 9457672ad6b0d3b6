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

describe('lorebook editing', () => {
  it('preserves unknown fields in the book and its entries', () => {
    const changed = withEntry(BOOK, 0, { content: 'new' })
    expect(changed).toEqual({
      ...BOOK,
      extensions: {},
      entries: [{ ...BOOK.entries[0], content: 'new' }, BOOK.entries[1]],
    })
    expect(BOOK.entries[0]?.content).toBe('a')
  })

  it('moves an entry together with its order, and never beyond the ends', () => {
    const moved = entriesOf(withMoved(BOOK, 1, -1))
    expect(moved.map((raw) => [readEntry(raw).keys[0], readEntry(raw).insertion_order])).toEqual([
      ['灯台', 10],
      ['أبو الهول', 20],
    ])
    expect(entriesOf(withMoved(BOOK, 1, 1))).toEqual(BOOK.entries)
  })

  it('creates a book with all fields that the formats require', () => {
    const [entry] = entriesOf(withNewEntry(null))
    expect(withNewEntry(null)).toMatchObject({ extensions: {} })
    expect(entry).toMatchObject({ keys: [], content: '', extensions: {}, enabled: true, insertion_order: 10 })
  })

  it('reads invalid books as empty, and labels an entry by its keys', () => {
    for (const odd of [null, 'text', { entries: null }, { entries: [null, 3] }]) {
      for (const entry of entriesOf(odd)) expect(entryTitle(readEntry(entry))).toBe('')
    }
    expect(BOOK.entries.map(readEntry).map(entryTitle)).toEqual(['أبو الهول', '灯台'])
  })
})
