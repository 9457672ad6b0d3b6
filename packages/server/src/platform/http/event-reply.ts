import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'

/** A reply that comes as events while it is made, for a caller who accepts `text/event-stream`. */
export class EventReply<Event = unknown> {
  readonly events: AsyncIterable<Event>

  constructor(events: AsyncIterable<Event>) {
    this.events = events
  }
}

/**
 * Sends events as `text/event-stream`, one line of data each, checked against their schema. They are asked for as fast
 * as they are read at the other end; when the reader goes, the iteration is ended. What fails before the first event is
 * an error like any other. What fails later is for the iteration to say in an event of its own.
 */
export async function sendEvents(reply: FastifyReply, shape: z.ZodType, { events }: EventReply): Promise<FastifyReply> {
  const iterator = events[Symbol.asyncIterator]()
  const first = await iterator.next()
  const lines = async function* () {
    try {
      for (let next = first; !next.done; next = await iterator.next())
        yield `data: ${JSON.stringify(shape.parse(next.value))}\n\n`
    } finally {
      await iterator.return?.()
    }
  }
  return reply
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no') // proxies that collect a reply would hold the first words back
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(lines(), { objectMode: false, highWaterMark: 16 * 1024 }))
}
