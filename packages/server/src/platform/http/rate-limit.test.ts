import { createTestClock } from '@everkin/testing/test-clock.ts'
import { describe, expect, it } from 'vitest'
import { AppError } from '../app-error.ts'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'

const LIMIT = { max: 3, windowMs: 60_000 }

/** Seconds to wait, or 0 when it was allowed. */
async function take(limiter: RateLimiter, key = 'one', limit = LIMIT): Promise<number> {
  try {
    await limiter.consume(key, limit)
    return 0
  } catch (error) {
    if (!(error instanceof AppError) || error.errorName !== 'TooManyRequests') throw error
    return error.facts && 'retry_after' in error.facts ? Number(error.facts.retry_after) : Number.NaN
  }
}

describe('rate limits', () => {
  it('RATE-01: allows exactly n, and says how long the next one has to wait', async () => {
    const clock = createTestClock()
    const limiter = createRateLimiter(clock, true)
    expect(await Promise.all([1, 2, 3].map(() => take(limiter)))).toEqual([0, 0, 0])
    clock.advance(15_500)
    expect(await take(limiter)).toBe(45)
  })

  it('RATE-01: opens exactly at the end of the window, one slot for each call that has left it', async () => {
    const clock = createTestClock()
    const limiter = createRateLimiter(clock, true)
    await take(limiter)
    clock.advance(1_000)
    await take(limiter)
    await take(limiter)
    clock.advance(58_999)
    expect(await take(limiter)).toBe(1)
    clock.advance(1)
    expect(await take(limiter)).toBe(0)
    expect(await take(limiter)).toBe(1)
  })

  it('does not count what it rejects', async () => {
    const clock = createTestClock()
    const limiter = createRateLimiter(clock, true)
    for (let i = 0; i < 50; i++) await take(limiter)
    clock.advance(60_000)
    expect(await Promise.all([1, 2, 3].map(() => take(limiter)))).toEqual([0, 0, 0])
  })

  it('counts every key separately', async () => {
    const limiter = createRateLimiter(createTestClock(), true)
    for (let i = 0; i < 4; i++) await take(limiter, 'one')
    expect(await take(limiter, 'two')).toBe(0)
  })

  it('allows nothing where the limit is zero', async () => {
    expect(await take(createRateLimiter(createTestClock(), true), 'one', { max: 0, windowMs: 60_000 })).toBe(60)
  })

  it('drops keys whose window has passed, and keeps the others', async () => {
    const clock = createTestClock()
    const limiter = createRateLimiter(clock, true)
    for (let i = 0; i < 3; i++) await take(limiter, 'long', { max: 3, windowMs: 3_600_000 })
    for (let i = 0; i < 9_000; i++) await take(limiter, `passing-${i}`)
    clock.advance(120_000)
    for (let i = 0; i < 3_000; i++) await take(limiter, `later-${i}`)
    expect(await take(limiter, 'long', { max: 3, windowMs: 3_600_000 })).toBe(3_480)
  })

  it('keeps the keys in use when there are more than fit in memory', async () => {
    const limiter = createRateLimiter(createTestClock(), true, 100_000)
    for (let i = 0; i < 3; i++) await take(limiter, 'idle')
    for (let i = 0; i < 3; i++) await take(limiter, 'used')
    for (let i = 0; i < 5_000; i++) {
      await take(limiter, `flood-${i}`)
      if (i % 100 === 0) expect(await take(limiter, 'used')).toBe(60)
    }
    expect(await take(limiter, 'idle')).toBe(0)
  })

  it('lifts every limit when it is switched off', async () => {
    const limiter = createRateLimiter(createTestClock(), false)
    for (let i = 0; i < 1_000; i++) expect(await take(limiter)).toBe(0)
  })
})
