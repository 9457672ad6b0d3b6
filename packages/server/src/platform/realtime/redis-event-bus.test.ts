import { findRedis, type RedisServer, startRedis } from '@everkin/testing/servers/redis-server.ts'
import { startTcpProxy, type TcpProxy } from '@everkin/testing/servers/tcp-proxy.ts'
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
