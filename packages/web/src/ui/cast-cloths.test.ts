import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clothClasses } from './cast-cloths.ts'
import { clothClass } from './cloth.ts'

it('never dresses two of a cast of eight alike, and lets the first keep the own cloth', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 8 }), (ids) => {
      const cloths = clothClasses(ids)
      expect(new Set(cloths).size).toBe(ids.length)
      expect(cloths[0]).toBe(clothClass(ids[0] ?? ''))
      // Who comes later changes nothing for those who are there.
      expect(clothClasses(ids.slice(0, -1))).toEqual(cloths.slice(0, -1))
    }),
  )
})

it('dresses more than eight too', () => {
  const ids = Array.from({ length: 20 }, (_, at) => `card-${at}`)
  expect(new Set(clothClasses(ids)).size).toBe(8)
})
