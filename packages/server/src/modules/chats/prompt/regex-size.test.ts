import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { estimateRegexSize } from './regex-size.ts'

describe('the size of a pattern’s program', () => {
  it.each([
    'lamp',
    '\\b(the|a) lamp(s|post)?\\b',
    '(a{0,30}){30}b0',
    '(a{10,}){20}',
    '(.{1,30}){1,30}x',
    '((ab){5}c{2,4}){6}',
    '[ab]*a[ab]{100}c',
    '[^])}{9}]{40}',
    '[[:alpha:]]{30}[\\]]{20}',
    '\\Q(x){9}\\E{50}',
    '(\\Qa)\\E{40}){20}',
    '\\x{1F525}{40}(?i:abc){30}',
    '(?:a|b)*a(?:a|b){200}c',
    '((((a*)*)*)*)*Q',
    '(a?){100}a{100}b',
    'a{,5}{x}',
    `${'('.repeat(60)}a${')*'.repeat(60)}`,
  ])('of %s is never told too small by much', (pattern) => {
    const size = RE2JS.compile(pattern).programSize()
    // The program has a few instructions before and after the pattern's own.
    expect(estimateRegexSize(pattern)).toBeGreaterThanOrEqual(size / 2 - 4)
  })

  it.each([
    ['lamp', 4],
    ['\\b(the|an?) (old )?light(house|s)\\b', 40],
    ['\\p{Lu}\\p{L}+', 110],
  ])('of %s, as people write it, is small', (pattern, most) => {
    expect(estimateRegexSize(pattern)).toBeLessThanOrEqual(most)
  })

  it.each(['', '\\', '[', '(', ')))', '{3}', 'a{3', '[[:', '\\p{', '\\Q', '(]{9}'])(
    'of %j, which is none, is some number',
    (pattern) => {
      expect(estimateRegexSize(pattern)).toBeGreaterThanOrEqual(0)
    },
  )
})
