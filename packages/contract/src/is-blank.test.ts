import { expect, it } from 'vitest'
import { isBlank } from './is-blank.ts'

it.each([
  ['nothing', ''],
  ['white space', ' \t\n\u00A0\u3000'],
  ['zero-width characters', '\u200B\u200C\u200D\u2060\uFEFF'],
  ['fillers of Hangul', '\u115F\u1160\u3164\uFFA0'],
  ['direction marks, variation selectors and soft hyphens', '\u200E\u061C\u202E\uFE0F\u00AD'],
  ['an empty Braille pattern', '\u2800'],
])('%s are blank', (_what, text) => {
  expect(isBlank(text)).toBe(true)
})

it.each(['0', '.', '👩\u200D🚀', '\u200Bمرحبا', 'か\u3099', '◌\u0301'])('%j is not blank', (text) => {
  expect(isBlank(text)).toBe(false)
})
