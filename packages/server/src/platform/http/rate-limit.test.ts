import { createTestClock } from '@everkin/testing/test-clock.ts'
import { describe, expect, it } from 'vitest'
import { AppError } from '../app-error.ts'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'

const LIMIT = { max: 3, windowMs: 60_000 }

/** Seconds to wait, or 0 when it was allowed. */
function take(limiter: RateLimiter, key = 'one', limit = LIMIT): number {
  try {
    limiter.consume(key, limit)
    return 0
  } catch (error) {
    if (!(error instanceof AppError) || error.errorName !== 'TooManyRequests') throw error
    return error.facts && 'retry_after' in error.facts ? Number(error.facts.retry_after) : Number.NaN
  }
}

describe('rate limits', () => {
  it('RATE-01: allows exactly n, and says how long the next one has to wait', () => {
    const clock = createTestClock()
    const limiter = createRateLimiter(clock, true)
    expect([1, 2, 3].map(() => take(limiter))).toEqual([0, 0, 0])
    clock.advance(15_500)
    expect(take(limiter)).toBe(45)
  })

  it('RATE-01: opens exactly at the end of the window, one slot for each call that has left it', () => {
    const clock = createTestClock()
    const limiter = createRateLimiter(clock, true)
    take(limiter)
    clock.advance(1_000)
    take(limiter)
    take(limiter)
    clock.advance(58_999)
    expect(take(limiter)).toBe(1)
    clock.advance(1)
    expect(take(limiter)).toBe(0)
    expect(take(limiter)).toBe(1)
  })

  it('does not count what it rejects', () => {
    const clock = createTestClock()
    const limiter = createRateLimiter(clock, true)
    for (let i = 0; i < 50; i++) take(limiter)
    clock.advance(60_000)
    expect([1, 2, 3].map(() => take(limiter))).toEqual([0, 0, 0])
  })

  it('counts every key separately', () => {
    const limiter = createRateLimiter(createTestClock(), true)
    for (let i = 0; i < 4; i++) take(limiter, 'one')
    expect(take(limiter, 'two')).toBe(0)
  })

  it('allows nothing where the limit is zero', () => {
    expect(take(createRateLimiter(createTestClock(), true), 'one', { max: 0, windowMs: 60_000 })).toBe(60)
  })

  it('drops keys whose window has passed, and keeps the others', () => {
    const clock = createTestClock()
    const limiter = createRateLimiter(clock, true)
    for (let i = 0; i < 3; i++) take(limiter, 'long', { max: 3, windowMs: 3_600_000 })
    for (let i = 0; i < 9_000; i++) take(limiter, `passing-${i}`)
    clock.advance(120_000)
    for (let i = 0; i < 3_000; i++) take(limiter, `later-${i}`)
    expect(take(limiter, 'long', { max: 3, windowMs: 3_600_000 })).toBe(3_480)
  })

  it('lifts every limit when it is switched off', () => {
    const limiter = createRateLimiter(createTestClock(), false)
    for (let i = 0; i < 1_000; i++) expect(take(limiter)).toBe(0)
  })
})
