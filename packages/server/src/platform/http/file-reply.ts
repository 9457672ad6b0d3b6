import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

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
