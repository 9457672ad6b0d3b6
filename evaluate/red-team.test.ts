import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { describe, expect, it } from 'vitest'
import { loadRedTeam } from './safety/red-team.ts'

const texts = loadRedTeam()

describe('the texts that measure the safety rules', () => {
  it('have at least 160 held-out ones of each kind, as many in every language', () => {
    const sizeOf = (language: string, isBlocked: boolean) =>
      texts.filter((text) => text.set === 'held_out' && text.language === language && text.isBlocked === isBlocked)
        .length
    for (const isBlocked of [true, false]) {
      const sizes = LOCALE_CODES.map((language) => sizeOf(language, isBlocked))
      expect(new Set(sizes).size).toBe(1)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(160)
    }
  })

  it('are in one set each', () => {
    const keys = texts.map(({ previous, text }) => [...previous, text].join('\n'))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('name what is blocked by placeholders only', () => {
    const withoutPlaceholder = texts.filter(
      ({ set, isBlocked, text }) =>
        set === 'held_out' && isBlocked && !/\[\[(?:sexual|romance|body)-cue\]\]/.test(text),
    )
    expect(withoutPlaceholder).toEqual([])
  })
})
