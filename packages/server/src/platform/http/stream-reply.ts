import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'

/** A reply that is a file. Its pieces are asked for as fast as they are read at the other end, and no faster. */
export interface FileReply {
  /** As the browser would save it; plain ASCII. */
  name: string
  /** Shown or played in place; what is not is saved. */
  shown?: boolean
  headers?: Readonly<Record<string, string>>
  pieces: AsyncIterable<Uint8Array>
  /** Where a call gives files of several kinds: of which this one is. */
  mediaType?: string
}

/** Sends a file; what fails before its first piece is an error like any other, later the connection breaks off. */
export async function sendFile(reply: FastifyReply, mediaType: string, file: FileReply): Promise<FastifyReply> {
  const pieces = file.pieces[Symbol.asyncIterator]()
  const first = await pieces.next()
  const all = async function* () {
    try {
      for (let next = first; !next.done; next = await pieces.next()) yield next.value
    } finally {
      await pieces.return?.()
    }
  }
  return reply
    .header('cache-control', 'no-store')
    .headers(file.headers ?? {})
    .header('content-disposition', `${file.shown ? 'inline' : 'attachment'}; filename="${file.name}"`)
    .type(file.mediaType ?? mediaType)
    .send(Readable.from(all(), { objectMode: false, highWaterMark: 64 * 1024 }))
}

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

/**
 * What a `Range` header asks for of a file of so many bytes, `mostBytes` of it at once at most: first and last byte, both
 * counted. Null: all of it (no header, or one that we do not understand, which is ignored, RFC 9110 §14.2). `none`: it
 * asks for what is not there.
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
  maxBytes: number,
): { start: number; end: number } | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '' && Number(to) === 0) return 'none'
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const requestedEnd = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start >= size) return 'none'
  if (requestedEnd < start) return null
  return { start, end: Math.min(requestedEnd, start + maxBytes - 1) }
}
