import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clothClass } from './cloth.ts'

it('gives every id one of the eight cloths, always the same', () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      expect(clothClass(id)).toMatch(/^cloth-(tide|moss|brass|plum|clay|slate|rose|teal)$/)
      expect(clothClass(id)).toBe(clothClass(id))
    }),
  )
})
