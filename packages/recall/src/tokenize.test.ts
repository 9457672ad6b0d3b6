import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexTerms, normalizeForSearch, overlapShare, queryWords, termHashes } from './tokenize.ts'

describe('folding', () => {
  it.each([
    ['ÅNGSTRÖM', 'angstrom'],
    ['Straße', 'strasse'],
    ['Oisín’s', 'oisins'],
    ['İstanbul', 'istanbul'],
    ['ﬁve ４２', 'five 42'],
    ['القِطّة', 'القطه'],
    ['أحمد إلى آخر', 'احمد الي اخر'],
    ['٣٤', '34'],
    ['インクウェル', 'いんくうぇる'],
    ['ガラス', 'がらす'],
    ['中文', '中文'],
  ])('takes %s for %s', (text, folded) => {
    expect(normalizeForSearch(text)).toBe(folded)
  })

  it('does not change a text that is folded already, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const folded = normalizeForSearch(text)
        expect(normalizeForSearch(folded)).toBe(folded)
      }),
      { numRuns: 500, seed: 1 },
    )
  })
})

describe('words', () => {
  it('finds Arabic words without their article too', () => {
    expect(indexTerms('القط الأسود')).toEqual(['القط', 'قط', 'الاسود', 'اسود'])
  })

  it('splits scripts without spaces into neighbouring pairs, and searches for pairs', () => {
    expect(indexTerms('図書館')).toEqual(['図', '書', '図書', '館', '書館'])
    expect(queryWords('図書館')).toEqual(['図書', '書館'])
    expect(queryWords('館')).toEqual(['館'])
  })

  it('searches for at most eight words, and for none in punctuation alone', () => {
    expect(queryWords('a b c d e f g h i j')).toHaveLength(8)
    expect(queryWords(' %_*\u0000!? ')).toEqual([])
  })

  it('finds every part of a name in a script without spaces by its terms', () => {
    const name = fc.string({ unit: fc.constantFrom(...'夜の図書館で猫と話す'), minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(name, fc.nat(), fc.nat(), (text, from, length) => {
        const start = from % text.length
        const part = text.slice(start, start + 1 + (length % text.length))
        const terms = new Set(indexTerms(text))
        expect(queryWords(part).every((word) => terms.has(word))).toBe(true)
      }),
      { numRuns: 300, seed: 2 },
    )
  })
})

describe('term hashes', () => {
  it('stay the same from version to version, because they are stored', () => {
    expect(termHashes('sister')).toEqual([4475635965350710, 4405265482550106])
    expect(termHashes('図書')).toEqual([2081643461657010, 2209984298087105, 1116281794361706])
  })

  it('find a word in its other forms, and no other word', () => {
    const found = new Set(termHashes('Her sisters read in the café.'))
    expect(overlapShare(termHashes('CAFE'), found)).toBe(1)
    expect(overlapShare(termHashes('sister'), found)).toBe(0.5)
    expect(overlapShare(termHashes('lantern'), found)).toBe(0)
    expect(overlapShare([], found)).toBe(0)
  })

  it('are limited in number for a long text', () => {
    const text = Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(' ')
    expect(termHashes(text).length).toBeLessThanOrEqual(401)
  })
})
