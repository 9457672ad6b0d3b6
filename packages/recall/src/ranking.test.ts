import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reciprocalRankFusion } from './ranking.ts'

const ranking = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 })

describe('reciprocal rank fusion', () => {
  it('contains everything in any ranking once, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(ranking, { maxLength: 4 }), (rankings) => {
        const fused = reciprocalRankFusion(rankings)
        expect(new Set(fused)).toEqual(new Set(rankings.flat()))
        expect(fused.length).toBe(new Set(fused).size)
      }),
    )
  })

  it('does not change one ranking, or rankings that agree', () => {
    fc.assert(
      fc.property(ranking, fc.integer({ min: 1, max: 4 }), (one, times) => {
        expect(reciprocalRankFusion(Array.from({ length: times }, () => one))).toEqual(one)
      }),
    )
  })

  it('keeps the order of two items that all rankings agree on', () => {
    fc.assert(
      fc.property(fc.array(ranking, { minLength: 1, maxLength: 4 }), (rankings) => {
        const fused = reciprocalRankFusion(rankings)
        const place = (items: readonly number[], item: number) => (items.includes(item) ? items.indexOf(item) : 999)
        for (const [at, item] of fused.entries())
          for (const after of fused.slice(at + 1))
            expect(rankings.every((each) => place(each, after) < place(each, item))).toBe(false)
      }),
    )
  })

  it('prefers the middle of two rankings to the middle of one', () => {
    expect(
      reciprocalRankFusion([
        ['a', 'both'],
        ['b', 'both'],
      ])[0],
    ).toBe('both')
  })
})
