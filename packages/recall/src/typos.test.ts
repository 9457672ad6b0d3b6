import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deletionVariants, editDistance, maxTypos } from './typos.ts'

describe('typos', () => {
  it.each([
    ['sunniva', 'sunnvia', 1],
    ['beatriz', 'beetrix', 2],
    ['kenji', 'kenij', 1],
    ['inkwell', 'inkwel', 1],
    ['wren', 'wren', 0],
    ['wren', 'pip', 3],
  ])('counts those between %s and %s', (one, other, slips) => {
    expect(editDistance(one, other, 2)).toBe(slips)
    expect(editDistance(other, one, 2)).toBe(slips)
  })

  it('finds every word within the allowed typos by a shared deletion variant', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 4, maxLength: 7 })
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        const most = Math.min(maxTypos(one), maxTypos(other))
        if (editDistance(one, other, most) > most) return
        const slips = new Set(deletionVariants(one))
        expect(deletionVariants(other).some((slip) => slips.has(slip))).toBe(true)
      }),
      { numRuns: 2_000, seed: 3 },
    )
  })
})
