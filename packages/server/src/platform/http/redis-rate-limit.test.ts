import { findRedis, type RedisServer, startRedis } from '@everkin/testing/servers/redis-server.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../app-error.ts'
import { createLog } from '../log.ts'
import type { RateLimiter } from './rate-limit.ts'
import { createRedisRateLimiter } from './redis-rate-limit.ts'

const program = findRedis()
if (!program) console.warn('SKIPPED: rate limits shared through Redis, because no redis-server is installed')

const LIMIT = { max: 3, windowMs: 60_000 }
const ended: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

/** A Redis server and two processes that count with it. */
async function setUp() {
  const server = await startServer()
  const clock = createTestClock()
  const [first, second] = [1, 2].map(() => {
    const limiter = createRedisRateLimiter(server.url, { clock, log: createLog('silent'), hash: (key) => `h-${key}` })
    ended.push(limiter.close)
    return limiter
  })
  if (!first || !second) throw new Error('two limiters')
  await expect.poll(() => areShared(first, second), { timeout: 10_000 }).toBe(true)
  return { server, clock, first, second }
}

async function startServer(port?: number): Promise<RedisServer> {
  const server = await startRedis(program ?? '', port)
  ended.push(() => {
    server.resume()
    return server.stop()
  })
  return server
}

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

/** Whether a call that one process has counted is seen by the other. */
async function areShared(first: RateLimiter, second: RateLimiter): Promise<boolean> {
  const key = crypto.randomUUID()
  return (
    (await take(first, key, { max: 1, windowMs: 60_000 })) === 0 &&
    (await take(second, key, { max: 1, windowMs: 60_000 })) > 0
  )
}

describe.skipIf(!program)('rate limits that several processes share', () => {
  it('RATE-01: allow exactly n together, and say how long the next one has to wait', async () => {
    const { first, second, clock } = await setUp()
    expect([await take(first), await take(second), await take(first)]).toEqual([0, 0, 0])
    clock.advance(15_500)
    expect([await take(first), await take(second)]).toEqual([45, 45])
    expect(await take(second, 'two')).toBe(0)
    expect(await take(first, 'none', { max: 0, windowMs: 60_000 })).toBe(60)
  })

  it('RATE-01: open exactly at the end of the window, one slot for each call that has left it', async () => {
    const { first, second, clock } = await setUp()
    await take(first)
    clock.advance(1_000)
    await take(second)
    await take(second)
    clock.advance(58_999)
    expect(await take(first)).toBe(1)
    clock.advance(1)
    expect([await take(first), await take(second)]).toEqual([0, 1])
  })

  it('RATE-01: are not exceeded by concurrent calls', async () => {
    const { first, second } = await setUp()
    const waits = await Promise.all(Array.from({ length: 40 }, (_, index) => take(index % 2 ? first : second)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
  })

  it('are counted per process while Redis is down, and shared again afterwards', async () => {
    const { server, first, second } = await setUp()
    for (let i = 0; i < 3; i++) await take(first)
    await server.stop()
    const waits = [await take(first), await take(first), await take(first), await take(first), await take(second)]
    expect(waits.map((wait) => wait > 0)).toEqual([false, false, false, true, false])
    await startServer(Number(new URL(server.url).port))
    await expect.poll(() => areShared(first, second), { timeout: 20_000 }).toBe(true)
  })

  it('are counted per process while Redis hangs, and shared again afterwards', async () => {
    const { server, first, second } = await setUp()
    server.pause()
    const waits = [await take(first), await take(first), await take(first), await take(first)]
    expect(waits.map((wait) => wait > 0)).toEqual([false, false, false, true])
    server.resume()
    await expect.poll(() => areShared(first, second), { timeout: 20_000 }).toBe(true)
  })
})
