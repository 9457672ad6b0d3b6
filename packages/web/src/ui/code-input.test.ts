import { describe, expect, it } from 'vitest'
import { cleanCode } from './code-input.tsx'

describe('cleanCode', () => {
  it.each([
    ['k49zq2', 'K49ZQ2'],
    [' K4-9Z Q2\n', 'K49ZQ2'],
    ['٤٩٠١٢٣', '490123'],
    ['۴۹۰۱۲۳', '490123'],
    ['ＫＡ４９ｚ１', 'KA49Z1'],
    ['K49ZQ2EXTRA', 'K49ZQ2'],
    ['é!?', ''],
    ['', ''],
  ])('makes %j the code %j', (typed, code) => {
    expect(cleanCode(typed)).toBe(code)
  })
})
