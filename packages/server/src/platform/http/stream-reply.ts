import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'

/** A reply that is a file. Its pieces are produced no faster than the client reads them. */
export interface FileReply {
  /** The file name for saving; plain ASCII. */
  name: string
  /** Shown or played inline instead of saved. */
  shown?: boolean
  headers?: Readonly<Record<string, string>>
  pieces: AsyncIterable<Uint8Array>
  /** The media type of this file, if a call returns files of several types. */
  mediaType?: string
  /** The person that a signed link was made for, where it takes the place of a session. */
  linkedTo?: string
}

/**
 * Sends a file. An error before its first piece is an ordinary error; a later one breaks the connection. `ended` ends the
 * file early, and its reason counts as such an error.
 */
export async function sendFile(
  reply: FastifyReply,
  mediaType: string,
  file: FileReply,
  ended: AbortSignal,
): Promise<FastifyReply> {
  const pieces = file.pieces[Symbol.asyncIterator]()
  const first = await firstOf(pieces, ended)
  breakOffWhen(ended, reply)
  const all = async function* () {
    for (let next = first; !next.done; next = await pieces.next()) yield next.value
  }
  return reply
    .header('cache-control', 'no-store')
    .headers(file.headers ?? {})
    .header('content-disposition', `${file.shown ? 'inline' : 'attachment'}; filename="${file.name}"`)
    .type(file.mediaType ?? mediaType)
    .send(toStream(all(), pieces, 64 * 1024))
}

/** A reply that is streamed as events, for a caller that accepts `text/event-stream`. */
export class EventReply<Event = unknown> {
  readonly events: AsyncIterable<Event>

  constructor(events: AsyncIterable<Event>) {
    this.events = events
  }
}

/**
 * Sends events as `text/event-stream`, one line of data each, checked against their schema. They are produced no faster
 * than the client reads them; when it disconnects, the iteration is ended. An error before the first event is an
 * ordinary error; a later one must be an event of the iteration's own. `ended` ends it as it does a file.
 */
export async function sendEvents(
  reply: FastifyReply,
  shape: z.ZodType,
  { events }: EventReply,
  ended: AbortSignal,
): Promise<FastifyReply> {
  const iterator = events[Symbol.asyncIterator]()
  const first = await firstOf(iterator, ended)
  breakOffWhen(ended, reply)
  const lines = async function* () {
    for (let next = first; !next.done; next = await iterator.next())
      yield `data: ${JSON.stringify(shape.parse(next.value))}\n\n`
  }
  return reply
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no') // buffering proxies would hold back the first words
    .type('text/event-stream; charset=utf-8')
    .send(toStream(lines(), iterator, 16 * 1024))
}

/** The first part; throws the reason of `ended` and ends the iteration if that comes earlier. */
async function firstOf<Part>(parts: AsyncIterator<Part>, ended: AbortSignal): Promise<IteratorResult<Part>> {
  const { promise: end, reject } = Promise.withResolvers<never>()
  const stop = () => reject(ended.reason)
  ended.addEventListener('abort', stop)
  if (ended.aborted) stop()
  try {
    return await Promise.race([end, parts.next()])
  } catch (error) {
    // An iteration that waits for something ends after that.
    parts.return?.().catch(() => undefined)
    throw error
  } finally {
    ended.removeEventListener('abort', stop)
  }
}

function breakOffWhen(ended: AbortSignal, reply: FastifyReply): void {
  ended.addEventListener('abort', () => reply.raw.destroy(), { once: true })
}

/** A stream of `parts` that ends their source when it is closed, even before the first part is read. */
function toStream(
  parts: AsyncIterable<string | Uint8Array>,
  source: AsyncIterator<unknown>,
  highWaterMark: number,
): Readable {
  const stream = Readable.from(parts, { objectMode: false, highWaterMark })
  // An error here is dropped: the reply has ended.
  stream.once('close', () => void source.return?.().catch(() => undefined))
  return stream
}

/**
 * The first and last byte (inclusive) that a `Range` header requests of a file of this size, at most `maxBytes` at
 * once. Null: the whole file (no header, or an unsupported one, which is ignored, RFC 9110 §14.2). `none`: the range is
 * unsatisfiable.
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
