import { Redis } from 'ioredis'
import type { Log } from '../log.ts'
import type { BusEvent, EventBus } from './event-bus.ts'

const CHANNEL = 'everkin:events'

/**
 * The bus between processes, over Redis or Valkey. Events reach this process at once and the others through the server;
 * while it is unavailable the others receive nothing and their clients catch up by sync.
 */
export function createRedisEventBus(url: string, log: Log): EventBus {
  const own = crypto.randomUUID()
  const sender = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, lazyConnect: false })
  const receiver = new Redis(url, { maxRetriesPerRequest: null })
  const listeners: ((event: BusEvent) => void)[] = []
  for (const client of [sender, receiver])
    client.on('error', (error: Error) => log.warn({ error }, 'the event bus is away'))
  void receiver.subscribe(CHANNEL).catch(() => undefined) // it retries by itself; the error event has logged it
  receiver.on('message', (_channel: string, text: string) => {
    const { from, event } = JSON.parse(text) as { from: string; event: BusEvent } // written below
    if (from !== own) for (const listener of listeners) listener(event)
  })
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
      sender.disconnect()
      receiver.disconnect()
    },
  }
}
