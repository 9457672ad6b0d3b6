import { describe, expect, it } from 'vitest'
import { readAmount } from './read-amount.ts'

describe('a typed amount', () => {
  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12,50', 1250],
    [' 0.99 ', 99],
    ['١٢٫٥', 1250],
    ['۱۲', 1200],
    ['１２．５', 1250],
  ])('%s', (words, amount) => {
    expect(readAmount(words, 'USD')).toBe(amount)
  })

  it('has at most the decimals of the currency', () => {
    expect(readAmount('1200', 'JPY')).toBe(1200)
    expect(readAmount('1200.5', 'JPY')).toBeNull()
    expect(readAmount('1.250', 'KWD')).toBe(1250)
  })

  it.each(['', '-1', '1.2.3', '1,234.50', '1e3', '12.345', 'ten', '$12', '9999999999', 'NaN'])(
    'refuses %j',
    (words) => {
      expect(readAmount(words, 'USD')).toBeNull()
    },
  )
})
