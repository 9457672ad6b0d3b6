import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stampedWord, timeOfWord } from './stamped-words.ts'

it('tells the time that was written, to the microsecond, in eleven letters', () => {
  const time = fc.integer({ min: Date.UTC(2020, 0) * 1000, max: Date.UTC(2060, 0) * 1000 })
  fc.assert(
    fc.property(time, fc.integer({ min: 1, max: 400 }), (micros, index) => {
      const word = stampedWord(micros / 1000, index)
      expect(word).toMatch(/^[a-z]{11}\.? $/)
      expect(timeOfWord(word.trim())).toBeCloseTo(micros / 1000, 3)
    }),
  )
})
