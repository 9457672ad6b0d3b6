import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipStartToTokens, clipToTokens, countTokens } from './count-tokens.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 300 })

describe('countTokens', () => {
  // Counts of tokenizers with a vocabulary of 100 to 150 thousand; ours must be at least that, and not much more.
  it.each([
    ['The lamp is lit and the kettle has begun to sing.', 12],
    ['Du bist spät dran. Die Flut nicht, und die hat noch nie auf einen von uns gewartet.', 22],
    ['今夜は静かですね。', 7],
    ['你好，今天过得怎么样？', 8],
    ['مرحبا، كيف حالك اليوم؟', 8],
    ['👩‍🚀🎉', 6],
    ['', 0],
  ])('%s costs at least what tokenizers say, and at most twice that and a bit', (text, known) => {
    expect(countTokens(text)).toBeGreaterThanOrEqual(known)
    expect(countTokens(text)).toBeLessThanOrEqual(known * 2 + 6)
  })

  it('never counts two joined texts as more than their sum', () => {
    fc.assert(fc.property(anyText, anyText, (a, b) => countTokens(a + b) <= countTokens(a) + countTokens(b)))
  })
})

describe('clipping', () => {
  it('keeps a start, or an end, that fits and splits no character', () => {
    fc.assert(
      fc.property(anyText, fc.nat(60), (raw, tokens) => {
        const text = raw.toWellFormed()
        for (const clipped of [clipToTokens(text, tokens), clipStartToTokens(text, tokens)]) {
          expect(countTokens(clipped)).toBeLessThanOrEqual(tokens)
          expect(clipped.isWellFormed()).toBe(true)
        }
        expect(text.startsWith(clipToTokens(text, tokens))).toBe(true)
        expect(text.endsWith(clipStartToTokens(text, tokens))).toBe(true)
      }),
    )
  })

  it('returns a text that fits unchanged', () => {
    expect(clipToTokens('a short line', 100)).toBe('a short line')
    expect(clipStartToTokens('a short line', 100)).toBe('a short line')
  })

  it('prefers to cut between words', () => {
    expect(clipToTokens('one two three four', 2)).toBe('one two')
  })
})
