import { describe, expect, it } from 'vitest'
import {
  entriesOf,
  entryTitle,
  LORE_PLACES,
  readEntry,
  readSettings,
  withEntry,
  withMoved,
  withNewEntry,
  withSettings,
  writeEntry,
} from './lore-book.ts'

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

  it('writes what the engine reads, and reads it again', () => {
    const entry = readEntry({})
    const changed = {
      ...entry,
      keys: ['a'],
      priority: 3,
      depth: 2,
      role: 'assistant',
      logic: 'not_any',
      probability: 40,
      scan_depth: 7,
      match_whole_words: false,
      exclude_recursion: true,
      prevent_recursion: true,
      delay_until_recursion: true,
      group: 'weather',
      group_weight: 20,
      group_override: true,
      use_group_scoring: true,
      sticky: 3,
      cooldown: 4,
      delay: 5,
      filter_names: ['Bo'],
      filter_excludes: true,
    } as const
    for (const place of LORE_PLACES) {
      const raw = writeEntry(
        { extensions: { mine: 1, useProbability: false } },
        { ...changed, keys: ['a'], filter_names: ['Bo'], place },
      )
      expect(readEntry(raw)).toEqual({ ...changed, place })
      expect(raw.extensions).toMatchObject({ mine: 1, role: 2, selectiveLogic: 2 })
    }
    expect(writeEntry({ priority: 3 }, { priority: null })).toEqual({})
  })

  it('changes the settings of a book, and keeps what others know of it', () => {
    const book = { ...BOOK, scan_depth: 3, extensions: { theirs: 1 } }
    const changed = withSettings(book, { scan_depth: null, recursive_scanning: true, include_names: true })
    expect(changed).toMatchObject({ x_other: { kept: true }, extensions: { theirs: 1 } })
    expect(readSettings(changed)).toEqual({
      scan_depth: null,
      token_budget: null,
      recursive_scanning: true,
      include_names: true,
      match_whole_words: true,
    })
    expect(readSettings({ entries: [{ extensions: { useProbability: true } }] })).toMatchObject({
      recursive_scanning: true,
      include_names: true,
    })
  })
})
