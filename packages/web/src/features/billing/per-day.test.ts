import { describe, expect, it } from 'vitest'
import { perDay } from './per-day.ts'

describe('the price per day', () => {
  it('is shown if it is exact', () => {
    expect(perDay({ amount: 900, period_days: 30 })).toBe(30)
  })

  it.each([
    ['a rounded one', { amount: 999, period_days: 30 }],
    ['one of a single day', { amount: 99, period_days: 1 }],
    ['one of what lasts', { amount: 199, period_days: null }],
  ])('is not said for %s', (_, product) => {
    expect(perDay(product)).toBeNull()
  })
})
