import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Log } from '../log.ts'
import { createOutageLog } from '../outage-log.ts'
import type { BusEvent, EventBus } from './event-bus.ts'

const CHANNEL = 'everkin:events'
const PING_INTERVAL_MS = 10_000
const ANSWER_TIMEOUT_MS = 5_000

/**
 * The bus between processes, over Redis or Valkey. Events reach this process at once and the others through the server;
 * while it is unavailable the others receive nothing and their clients catch up by sync. Who only listens does not notice
 * that a network has swallowed the connection, so both connections are asked regularly and opened again without an answer.
 */
export function createRedisEventBus(
  url: string,
  log: Log,
  { pingIntervalMs = PING_INTERVAL_MS, answerTimeoutMs = ANSWER_TIMEOUT_MS } = {},
): EventBus {
  const own = crypto.randomUUID()
  const sender = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, lazyConnect: false })
  const receiver = new Redis(url, { maxRetriesPerRequest: null })
  const listeners: ((event: BusEvent) => void)[] = []
  const outage = createOutageLog(log, { failed: 'the event bus is away', recovered: 'the event bus is back' })
  for (const client of [sender, receiver]) {
    client.on('error', outage.fail)
    client.on('ready', () => {
      if (sender.status === 'ready' && receiver.status === 'ready') outage.succeed()
    })
  }
  void receiver.subscribe(CHANNEL).catch(() => undefined) // it retries by itself; the error event has logged it
  receiver.on('message', (_channel: string, text: string) => {
    const { from, event } = JSON.parse(text) as { from: string; event: BusEvent } // written below
    if (from !== own) for (const listener of listeners) listener(event)
  })
  const pings = setInterval(() => {
    for (const client of [sender, receiver]) void reopenIfSilent(client, answerTimeoutMs)
  }, pingIntervalMs).unref()
  return {
    isShared: true,
    publish: (event) => {
      for (const listener of listeners) listener(event)
      void sender.publish(CHANNEL, JSON.stringify({ from: own, event })).catch(() => undefined)
    },
    subscribe: (listener) => {
      listeners.push(listener)
    },
    close: async () => {
      clearInterval(pings)
      sender.disconnect()
      receiver.disconnect()
    },
  }
}

async function reopenIfSilent(client: Redis, answerTimeoutMs: number): Promise<void> {
  if (client.status !== 'ready') return
  const silence = new AbortController()
  const isSilent = sleep(answerTimeoutMs, true, { signal: silence.signal, ref: false }).catch(() => false)
  const answer = client.ping().then(
    () => false,
    () => false, // it was closed, and is opened again anyway
  )
  const mustReopen = await Promise.race([answer, isSilent])
  silence.abort()
  if (mustReopen && client.status === 'ready') client.disconnect(true)
}
