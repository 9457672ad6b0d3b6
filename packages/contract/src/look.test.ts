import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DEFAULT_LOOK, formatLook, MOTIONS, parseLook, TEXT_SIZES, THEMES } from './look.ts'

it('reads back every look that it writes', () => {
  for (const theme of THEMES) {
    for (const size of TEXT_SIZES) {
      for (const motion of MOTIONS) {
        expect(parseLook(formatLook({ theme, size, motion }))).toEqual({ theme, size, motion })
      }
    }
  }
})

it('keeps what it knows of a broken cookie', () => {
  expect(parseLook('dark-999-less')).toEqual({ theme: 'dark', size: 100, motion: 'less' })
  expect(parseLook('light')).toEqual({ theme: 'light', size: 100, motion: 'auto' })
  expect(parseLook('__proto__-1e2-constructor')).toEqual(DEFAULT_LOOK)
  expect(parseLook(null)).toEqual(DEFAULT_LOOK)
})

it('makes a look of anything', () => {
  fc.assert(
    fc.property(fc.string(), (cookie) => {
      const look = parseLook(cookie)
      expect(parseLook(formatLook(look))).toEqual(look)
    }),
  )
})
