import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  DEFAULT_APPEARANCE,
  formatAppearance,
  LINE_LENGTHS,
  MOTIONS,
  parseAppearance,
  REPLY_LAYOUTS,
  TEXT_SIZES,
  THEMES,
} from './appearance.ts'

it('parses every appearance that it formats', () => {
  const everyLook = THEMES.flatMap((theme) =>
    TEXT_SIZES.flatMap((size) =>
      MOTIONS.flatMap((motion) =>
        REPLY_LAYOUTS.flatMap((talk) => LINE_LENGTHS.map((lines) => ({ theme, size, motion, talk, lines }))),
      ),
    ),
  )
  for (const look of everyLook) expect(parseAppearance(formatAppearance(look))).toEqual(look)
})

it('keeps the valid parts of a broken or older cookie', () => {
  expect(parseAppearance('dark-999-less')).toEqual({ ...DEFAULT_APPEARANCE, theme: 'dark', motion: 'less' })
  expect(parseAppearance('light')).toEqual({ ...DEFAULT_APPEARANCE, theme: 'light' })
  expect(parseAppearance('system-100-auto-shouting-long')).toEqual({ ...DEFAULT_APPEARANCE, lines: 'long' })
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
