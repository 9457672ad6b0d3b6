import fc from 'fast-check'
import { expect, it } from 'vitest'
import { distinctPatternClasses } from './participant-patterns.ts'
import { patternClass } from './pattern.ts'

it('gives every id one of the eight cloths, always the same', () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      expect(patternClass(id)).toMatch(/^cloth-(tide|moss|brass|plum|clay|slate|rose|teal)$/)
      expect(patternClass(id)).toBe(patternClass(id))
    }),
  )
})

it('never dresses two of a cast of eight alike, and lets the first keep the own cloth', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 8 }), (ids) => {
      const cloths = distinctPatternClasses(ids)
      expect(new Set(cloths).size).toBe(ids.length)
      expect(cloths[0]).toBe(patternClass(ids[0] ?? ''))
      // Who comes later changes nothing for those who are there.
      expect(distinctPatternClasses(ids.slice(0, -1))).toEqual(cloths.slice(0, -1))
    }),
  )
})

it('dresses more than eight too', () => {
  const ids = Array.from({ length: 20 }, (_, at) => `card-${at}`)
  expect(new Set(distinctPatternClasses(ids)).size).toBe(8)
})
