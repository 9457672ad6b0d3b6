import { createServer } from 'node:net'
import { findRedis, type RedisServer, startRedis } from '@everkin/testing/servers/redis-server.ts'
import { startTcpProxy, type TcpProxy } from '@everkin/testing/servers/tcp-proxy.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import type { BusEvent, EventBus } from './event-bus.ts'
import { createRedisEventBus } from './redis-event-bus.ts'

const program = findRedis()
if (!program) console.warn('Skipped: tests of the bus over Redis, because no Redis or Valkey server is installed.')

describe.skipIf(!program)('the bus between processes, over Redis', () => {
  let redis: RedisServer
  let proxy: TcpProxy
  let near: EventBus
  let far: EventBus
  const received: BusEvent[] = []

  beforeEach(async () => {
    redis = await startRedis(program ?? '')
    proxy = await startTcpProxy(Number(new URL(redis.url).port))
    const log = createLog('silent')
    near = createRedisEventBus(redis.url, log)
    far = createRedisEventBus(`redis://127.0.0.1:${proxy.port}`, log, { pingIntervalMs: 200, answerTimeoutMs: 1_000 })
    received.length = 0
    far.subscribe((event) => received.push(event))
  })
  afterEach(async () => {
    await Promise.all([near.close(), far.close()])
    await proxy.close()
    await redis.stop()
  })

  /** Publishes until one arrives: an event may come too early, and is then lost. */
  const arrives = (personId: string) =>
    expect
      .poll(
        () => {
          near.publish({ kind: 'close_person', personId })
          return received.some((event) => event.kind === 'close_person' && event.personId === personId)
        },
        { timeout: 20_000 },
      )
      .toBe(true)

  it('brings events of one process to another', async () => {
    await arrives('first')
  })

  it('logs each kind of error of an outage once, however often it tries to connect, and its end', async () => {
    const lines: string[] = []
    const write = (line: string) => {
      const { msg, error } = JSON.parse(line) as { msg: string; error?: { code?: string } }
      lines.push(error ? `${msg}: ${error.code}` : msg)
    }
    const bus = createRedisEventBus(redis.url, pino({ level: 'info' }, { write }))
    await redis.stop()
    let attempts = 0
    const refusing = createServer((socket) => {
      attempts += 1
      socket.resetAndDestroy()
    })
    const port = Number(new URL(redis.url).port)
    await new Promise<void>((resolve) => refusing.listen(port, '127.0.0.1', resolve))
    await expect.poll(() => attempts, { timeout: 20_000 }).toBeGreaterThan(12) // of four connections
    await new Promise((resolve) => refusing.close(resolve))
    redis = await startRedis(program ?? '', port)
    await expect.poll(() => lines.at(-1), { timeout: 20_000 }).toBe('the event bus is back')
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines).toContain('the event bus is away: ECONNRESET')
    await bus.close()
  })

  it('listens again after a network has swallowed its connection without a word (MN-02)', async () => {
    await arrives('first')
    proxy.blackHole()
    near.publish({ kind: 'close_person', personId: 'lost' })
    // Some of it must have been swallowed, or the connection would be as good as before.
    await new Promise((resolve) => setTimeout(resolve, 300))
    proxy.pass()
    await arrives('second')
  })
})
