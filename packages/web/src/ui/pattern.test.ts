import fc from 'fast-check'
import { expect, it } from 'vitest'
import { distinctPatternClasses } from './participant-patterns.ts'
import { patternClass } from './pattern.ts'

it('assigns every id one of the eight colours, always the same', () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      expect(patternClass(id)).toMatch(/^cloth-(tide|moss|brass|plum|clay|slate|rose|teal)$/)
      expect(patternClass(id)).toBe(patternClass(id))
    }),
  )
})

it('assigns different colours to up to eight participants, and the first one its own colour', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 8 }), (ids) => {
      const cloths = distinctPatternClasses(ids)
      expect(new Set(cloths).size).toBe(ids.length)
      expect(cloths[0]).toBe(patternClass(ids[0] ?? ''))
      // Adding a participant does not change the colours of the others.
      expect(distinctPatternClasses(ids.slice(0, -1))).toEqual(cloths.slice(0, -1))
    }),
  )
})

it('supports more than eight participants', () => {
  const ids = Array.from({ length: 20 }, (_, at) => `card-${at}`)
  expect(new Set(distinctPatternClasses(ids)).size).toBe(8)
})
