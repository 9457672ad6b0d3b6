import { describe, expect, it } from 'vitest'
import { perDay } from './per-day.ts'

describe('the price per day', () => {
  it('is shown if it is exact', () => {
    expect(perDay({ amount: 900, period_days: 30 })).toBe(30)
  })

  it.each([
    ['a price that would be rounded', { amount: 999, period_days: 30 }],
    ['a membership of one day', { amount: 99, period_days: 1 }],
    ['a product without a period', { amount: 199, period_days: null }],
  ])('is not shown for %s', (_, product) => {
    expect(perDay(product)).toBeNull()
  })
})
