import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paintPortrait } from './paint-portrait.ts'
import { specFromWords } from './spec-from-words.ts'
import { LANGUAGES } from './words/tables.ts'

const WORDS = LANGUAGES.flatMap(({ table }) => Object.values(table).flatMap((values) => Object.values(values).flat()))

/** What a drawing may cost: its markup, and the shapes that a browser draws for it. */
const MAX_LETTERS = 90_000
const MAX_SHAPES = 420

describe('the drawing of any words', () => {
  it('is bounded in size and shapes, and always the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }),
        fc.string({ maxLength: 8 }),
        (words, seed) => {
          const drawing = paintPortrait(specFromWords(words.join(' '), seed))
          expect(drawing.length).toBeLessThan(MAX_LETTERS)
          expect(drawing.match(/<(path|circle|rect|ellipse)/g)?.length ?? 0).toBeLessThan(MAX_SHAPES)
          expect(drawing).not.toMatch(/NaN|undefined|null|Infinity/)
          expect(paintPortrait(specFromWords(words.join(' '), seed))).toBe(drawing)
        },
      ),
      { numRuns: 150 },
    )
  })
})
