import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { truncateText } from './truncate-text.ts'

describe('truncating text', () => {
  it.each([
    ['a text that fits', 'harbour', 7, 'harbour'],
    ['letters', 'harbour', 4, 'harb'],
    ['nothing', 'harbour', 0, ''],
    ['within a surrogate pair', 'ab😀', 3, 'ab'],
    ['after a surrogate pair', 'ab😀c', 4, 'ab😀'],
    ['within an emoji of several characters', 'ab👩\u200D🚀', 5, 'ab'],
    ['within a skin tone', 'ab👍🏽', 4, 'ab'],
    ['within a flag', '🇯🇵🇫🇷', 6, '🇯🇵'],
    ['within a letter and its mark', 'cafe\u0301', 4, 'caf'],
    ['within Hangul of three letters', '\u1112\u1161\u11ab', 2, '\u1112\u1161'],
  ])('cuts %s', (_where, text, maxLength, kept) => {
    expect(truncateText(text, maxLength)).toBe(kept)
  })

  it('keeps something of a letter under a pile of marks', () => {
    expect(truncateText(`Z${'\u0335'.repeat(100)}`, 40)).toHaveLength(40)
    expect(truncateText(`abcZ${'\u0335'.repeat(100)}`, 60)).toHaveLength(60)
  })

  it('gives a well-formed beginning within the limit, of whole graphemes', () => {
    const anyText = fc.array(fc.constantFrom('a', ' ', 'é', 'e\u0301', '😀', '👩\u200D🚀', '🇯🇵', '👍🏽', 'し', 'م'))
    fc.assert(
      fc.property(anyText, fc.nat(30), (letters, maxLength) => {
        const kept = truncateText(letters.join(''), maxLength)
        const whole = letters.map((_, count) => letters.slice(0, count).join('')).concat(letters.join(''))
        expect(kept.length).toBeLessThanOrEqual(maxLength)
        expect(kept.isWellFormed()).toBe(true)
        // A text that begins with a longer emoji keeps the characters of it that fit.
        if (kept !== '' && (letters[0]?.length ?? 0) <= maxLength) expect(whole).toContain(kept)
      }),
    )
  })

  it('cuts no character in half in a browser without Intl.Segmenter', () => {
    vi.stubGlobal('Intl', {})
    expect(truncateText('ab😀', 3)).toBe('ab')
    expect(truncateText('ab👩\u200D🚀', 5)).toBe('ab👩\u200D')
    vi.unstubAllGlobals()
  })

  it('does not read the rest of a long text', () => {
    const text = '🇯🇵'.repeat(1_000_000)
    expect(truncateText(text, 41)).toBe('🇯🇵'.repeat(10))
  })
})
