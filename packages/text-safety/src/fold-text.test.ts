import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deobfuscate } from './deobfuscate.ts'
import { foldedString, foldText } from './fold-text.ts'

describe('folding a text', () => {
  const rows: [string, string][] = [
    ['Ünïcödé', 'unicode'],
    ["don’t  l’enfant qu'il", 'dont l enfant qu il'],
    ['１２ ١٢ ۱۲ ᠑᠒', '12 12 12 12'],
    ['کتابٌ أحمد ة', 'كتاب احمد ه'],
    ['ｶﾞ が カ\u3099', 'ガ が ガ'],
    ['a\u200bb\u00adc\ufeff', 'abc'],
    ['straße', 'strasse'],
    ['раураl', 'paypal'],
    ['書包學校', '书包学校'],
    ['one, two: three - four', 'one two three four'],
    ['end. Next', 'end.next'],
    ['s.e.x', 's e x'],
    ['[[cue]]', '[[cue]]'],
  ]
  for (const [text, folded] of rows) {
    it(JSON.stringify(text), () => expect(foldedString(foldText(text))).toBe(folded))
  }
  it('offsets always map back into the text, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.boolean(), (text, growing) => {
        const plain = foldText(text, growing)
        for (const folded of [plain, deobfuscate(text, plain, growing) ?? plain]) {
          for (let index = 0; index < folded.length; index += 1) {
            expect(folded.starts[index]).toBeGreaterThanOrEqual(index === 0 ? 0 : folded.starts[index - 1]!)
            expect(folded.ends[index]).toBeGreaterThan(folded.starts[index]!)
            expect(folded.ends[index]).toBeLessThanOrEqual(text.length)
          }
        }
      }),
      { numRuns: 500, seed: 7 },
    )
  })
  it('ordinary text is not obfuscated', () => {
    expect(
      deobfuscate('We walked on, I and a friend, in 2026.', foldText('We walked on, I and a friend, in 2026.'), false),
    ).toBeNull()
  })
})
