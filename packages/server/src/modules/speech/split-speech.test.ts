import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitSpeech } from './split-speech.ts'

const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

describe('speech in pieces', () => {
  it.each([
    ['One. Two? Three!', 'en', ['One.', 'Two?', 'Three!']],
    ['晚上好。你迟到了。', 'zh', ['晚上好。', '你迟到了。']],
    ['A title\nand a line', 'en', ['A title', 'and a line']],
    ['مساء الخير. أهلًا؟', 'ar', ['مساء الخير.', 'أهلًا؟']],
    ['…', 'en', []],
  ] as const)('of %j in %s are %j', (words, locale, pieces) => {
    expect(splitSpeech(words, locale)).toEqual(pieces)
  })

  it('starts with a clause where the first sentence is long', () => {
    const [first] = splitSpeech(
      `When the ropes come off and the lamps go out, ${'the ferry goes on '.repeat(10)}.`,
      'en',
    )
    expect(first).toBe('When the ropes come off and the lamps go out,')
  })

  it('loses no letter, and makes no piece too long', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('. ', ', ', '。', '\n', 'word ', '👋'))), (parts) => {
        const words = parts.join('')
        const pieces = splitSpeech(words, 'en')
        expect(bare(pieces.join(' '))).toBe(bare(words))
        expect(Math.max(0, ...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(240)
        expect(pieces[0]?.length ?? 0).toBeLessThanOrEqual(90)
      }),
    )
  })
})
