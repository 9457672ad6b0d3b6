import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DEFAULT_APPEARANCE, formatAppearance, MOTIONS, parseAppearance, TEXT_SIZES, THEMES } from './appearance.ts'

it('parses every appearance that it formats', () => {
  for (const theme of THEMES) {
    for (const size of TEXT_SIZES) {
      for (const motion of MOTIONS) {
        expect(parseAppearance(formatAppearance({ theme, size, motion }))).toEqual({ theme, size, motion })
      }
    }
  }
})

it('keeps the valid parts of a broken cookie', () => {
  expect(parseAppearance('dark-999-less')).toEqual({ theme: 'dark', size: 100, motion: 'less' })
  expect(parseAppearance('light')).toEqual({ theme: 'light', size: 100, motion: 'auto' })
  expect(parseAppearance('__proto__-1e2-constructor')).toEqual(DEFAULT_APPEARANCE)
  expect(parseAppearance(null)).toEqual(DEFAULT_APPEARANCE)
})

it('parses any input', () => {
  fc.assert(
    fc.property(fc.string(), (cookie) => {
      const look = parseAppearance(cookie)
      expect(parseAppearance(formatAppearance(look))).toEqual(look)
    }),
  )
})
