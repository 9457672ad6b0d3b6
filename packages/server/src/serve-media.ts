import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  BLURRED_NAME,
  type ByteRange,
  contentTypeOf,
  isMediaFileName,
  isMediaId,
  isPublicFile,
  isWithheldFrom,
  type MediaServices,
  verifySignature,
} from './modules/media/module.ts'
import { AppError } from './platform/app-error.ts'
import type { Identity } from './platform/http/caller.ts'
import { parseByteRange } from './platform/http/stream-reply.ts'

/** The largest range in one reply; a browser requests the rest of a video as it needs it. */
const MAX_RANGE_BYTES = 2 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024

export interface MediaServing extends Pick<MediaServices, 'files' | 'digest' | 'clock' | 'make' | 'database'> {
  /** Who asks, by the session that an element's request brings along (cookies) or by headers. */
  identityOf(request: FastifyRequest): Promise<Identity | null>
}

/**
 * Serves uploaded files. An image that is not locked is served to everyone who knows its name, which cannot be guessed.
 * Media that can be locked are served by signed URL only, to the person it was signed for, in their session, until it
 * expires (AZ-04). What waits for the moderation model is served to its owner alone (M2). Opened as a document, a file can do nothing (UPL-05); shared caches never store it.
 */
export function serveMedia(app: FastifyInstance, services: MediaServing): void {
  const assertShown = async (request: FastifyRequest, id: string) => {
    const asker = async () => (await services.identityOf(request))?.personId ?? null
    if (await isWithheldFrom(services.database, id, asker)) throw new AppError('NotFound')
  }
  app.get<{ Params: { id: string; file: string } }>('/media/:id/:file', async (request, reply) => {
    const { id, file } = request.params
    if (!isMediaId(id)) throw new AppError('NotFound')
    await assertShown(request, id)
    const read = () => (isPublicFile(file) ? services.files.read(id, file) : null)
    const bytes = (await read()) ?? (file === BLURRED_NAME && (await services.make(id)) ? await read() : null)
    if (!bytes) throw new AppError('NotFound')
    return withFileHeaders(reply, file)
      .header('cache-control', 'private, max-age=86400, immutable')
      .send(Buffer.from(bytes))
  })
  app.get<{ Params: { signature: string; file: string } }>('/media/signed/:signature/:file', async (request, reply) => {
    const { signature, file } = request.params
    const signed = verifySignature(services.digest, signature)
    if (!signed || signed.until.getTime() <= services.clock.now().getTime()) throw new AppError('NotFound')
    // Media without a lock are signed without a person.
    const isTheirs = signed.personId === '' || (await services.identityOf(request))?.personId === signed.personId
    if (!isTheirs) throw new AppError('NotFound')
    await assertShown(request, signed.mediaId)
    const sizeOf = () => (isMediaFileName(file) ? services.files.sizeOf(signed.mediaId, file) : null)
    const size = (await sizeOf()) ?? ((await services.make(signed.mediaId)) ? await sizeOf() : null)
    if (size === null) throw new AppError('NotFound')
    const seconds = Math.max(0, Math.floor((signed.until.getTime() - services.clock.now().getTime()) / 1000))
    withFileHeaders(reply, file)
      .header('cache-control', `private, max-age=${seconds}, immutable`)
      .header('accept-ranges', 'bytes')
    const range = parseByteRange(request.headers.range, size, MAX_RANGE_BYTES)
    if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send()
    const { start, end } = range ?? { start: 0, end: size - 1 }
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
    reply.header('content-length', end - start + 1)
    return reply.send(Readable.from(readChunks(services.files, signed.mediaId, file, { start, end })))
  })
}

/** Reads a file in chunks while it is sent, so that large videos do not fill the memory. */
async function* readChunks(
  files: MediaServing['files'],
  id: string,
  file: string,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let from = start; from <= end; from += CHUNK_BYTES) {
    const piece = await files.read(id, file, { start: from, end: Math.min(end, from + CHUNK_BYTES - 1) })
    // The reader sees an aborted response.
    if (!piece) throw new Error('a file was removed while it was sent')
    yield piece
  }
}

function withFileHeaders(reply: FastifyReply, file: string): FastifyReply {
  return reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline')
    .header('x-robots-tag', 'noindex')
    .type(contentTypeOf(file))
}
