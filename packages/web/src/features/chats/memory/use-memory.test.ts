import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fact } from './use-memory.ts'
import { toFactRows } from './use-memory.ts'

const fact = (id: string): Fact => ({
  id,
  text: id,
  pinned: false,
  source_seq: null,
  origin: 'person',
  created_at: '2026-11-03T12:00:00Z',
})

describe('rowsOf', () => {
  it('shows a placeholder for a deleted fact until it is restored', () => {
    const gone = [{ fact: fact('b'), index: 1 }]
    const shown = (ids: string[]) =>
      toFactRows(ids.map(fact), gone).map((row) => `${row.fact.id}${row.isForgotten ? '-' : ''}`)
    expect(shown(['a', 'c'])).toEqual(['a', 'b-', 'c'])
    expect(shown(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
    expect(shown([])).toEqual(['b-'])
  })

  it('preserves the position of every row through any series of deletions', () => {
    const lists = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(lists, fc.array(fc.nat(11)), (ids, picks) => {
        let facts = ids.map(fact)
        let gone: { fact: Fact; index: number }[] = []
        for (const pick of picks) {
          const rows = toFactRows(facts, gone)
          const row = rows[pick % rows.length]
          if (!row || row.isForgotten) continue
          gone = [...gone, { fact: row.fact, index: rows.indexOf(row) }]
          facts = facts.filter(({ id }) => id !== row.fact.id)
        }
        expect(toFactRows(facts, gone).map((row) => row.fact.id)).toEqual(ids)
      }),
    )
  })
})
