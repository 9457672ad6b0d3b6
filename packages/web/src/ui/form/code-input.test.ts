import { describe, expect, it } from 'vitest'
import { cleanCode } from './code-input.tsx'

describe('cleanCode', () => {
  it.each([
    ['123 456', '123456'],
    [' 12-34 56\n', '123456'],
    ['Your code: 123456.', '123456'],
    ['٤٩٠١٢٣', '490123'],
    ['۴۹۰۱۲۳', '490123'],
    ['４９０１２３', '490123'],
    ['k4O9zl', '49'],
    ['1234567', '123456'],
    ['é!?', ''],
    ['', ''],
  ])('converts %j to %j', (typed, code) => {
    expect(cleanCode(typed)).toBe(code)
  })
})
