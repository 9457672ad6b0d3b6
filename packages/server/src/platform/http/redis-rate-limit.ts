import { Redis, ReplyError } from 'ioredis'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { createRateLimiter, type RateLimit, type RateLimiter, tooManyRequests } from './rate-limit.ts'

const KEY_PREFIX = 'everkin:limit:'
/** A call waits this long for Redis at most. */
const TIMEOUT_MS = 250

/**
 * Counts one call in a list of times, oldest first, in one step, so that concurrent calls of several processes cannot
 * exceed a limit. Returns 0, or the milliseconds to wait.
 */
const CONSUME = `
local now, max, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local oldest = redis.call('lindex', KEYS[1], 0)
while oldest and tonumber(oldest) <= now - window do
  redis.call('lpop', KEYS[1])
  oldest = redis.call('lindex', KEYS[1], 0)
end
if redis.call('llen', KEYS[1]) >= max then
  return (oldest and tonumber(oldest) or now) + window - now
end
redis.call('rpush', KEYS[1], ARGV[1])
redis.call('pexpire', KEYS[1], window)
return 0`

interface RedisRateLimiterOptions {
  clock: Clock
  log: Log
  /** Gives one hash for a key in all processes. Keys may name a network address, which must not leave this process. */
  hash(key: string): string
}

/**
 * The same sliding windows as in memory, shared by all processes through Redis or Valkey. While Redis is away or slow,
 * this process counts on its own from zero: limits then hold per process, and no call is refused because of it.
 */
export function createRedisRateLimiter(url: string, { clock, log, hash }: RedisRateLimiterOptions): RateLimiter {
  const own = createRateLimiter(clock, true)
  const redis = new Redis(url, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    commandTimeout: TIMEOUT_MS,
    disconnectTimeout: TIMEOUT_MS,
  })
  let isShared = true
  redis.on('error', reportFailure) // it reconnects by itself

  function reportFailure(error: unknown): void {
    if (isShared) log.warn({ error }, 'rate limits are counted per process: Redis does not answer')
    isShared = false
  }

  /** Milliseconds to wait, 0 for a call that was counted, null without an answer. */
  async function consumeShared(key: string, { max, windowMs }: RateLimit, now: number): Promise<number | null> {
    if (redis.status !== 'ready') return null
    try {
      const waitMs = Number(await redis.eval(CONSUME, 1, `${KEY_PREFIX}${hash(key)}`, now, max, windowMs))
      if (!isShared) log.info('rate limits are shared through Redis again')
      isShared = true
      return waitMs
    } catch (error) {
      reportFailure(error)
      // Only the calls under way wait for a connection that has gone silent: it is opened again.
      if (!(error instanceof ReplyError)) redis.disconnect(true)
      return null
    }
  }

  return {
    async consume(key, limit) {
      const waitMs = await consumeShared(key, limit, clock.now().getTime())
      if (waitMs === null) return own.consume(key, limit)
      if (waitMs > 0) throw tooManyRequests(waitMs)
    },
    close: () => redis.disconnect(),
  }
}
