import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  BLURRED_NAME,
  contentTypeOf,
  isMediaFileName,
  isMediaId,
  isPublicFile,
  isWithheldFrom,
  type MediaServices,
  verifySignature,
} from './modules/media/module.ts'
import { AppError } from './platform/app-error.ts'
import type { Settings } from './platform/config.ts'
import type { Identity } from './platform/http/caller.ts'
import type { ExternalSources } from './platform/http/security-headers.ts'
import { parseByteRange } from './platform/http/stream-reply.ts'
import { objectUrl } from './platform/storage-setting.ts'

const OWN_CACHE = 'private, max-age=86400, immutable'
/** A deleted image stays in a shared cache for an hour at most. */
const SHARED_CACHE = 'public, max-age=86400, s-maxage=3600, immutable'
/** The largest range in one reply; a browser requests the rest of a video as it needs it. */
const MAX_RANGE_BYTES = 2 * 1024 * 1024

interface PublicFile {
  id: string
  file: string
}

/** The origins besides our own that pages load people's media from; null for none. */
export function mediaSources({
  storage,
  mediaBaseUrl,
}: Pick<Settings, 'storage' | 'mediaBaseUrl'>): ExternalSources | null {
  const media = mediaBaseUrl === null ? [] : [new URL(mediaBaseUrl).origin]
  if (storage?.delivery === 'redirect') media.push(objectUrl(storage.publicEndpoint, storage, null).origin)
  return media.length > 0 ? { scripts: [], frames: [], connections: [], media } : null
}

export interface MediaServing
  extends Pick<MediaServices, 'files' | 'digest' | 'clock' | 'renderLibraryMedia' | 'database'> {
  /** A content delivery network for public images, which loads them from `/media/cdn/`; null for none. */
  mediaBaseUrl: string | null
  /** Who asks, by the session that an element's request brings along (cookies) or by headers. */
  identityOf(request: FastifyRequest): Promise<Identity | null>
}

/**
 * Serves uploaded files. An image that is not locked is served to everyone who knows its name, which cannot be guessed.
 * Media that can be locked are served by signed URL only, to the person it was signed for, in their session, until it
 * expires (AZ-04). What waits for the moderation model is served to its owner alone (M2). Opened as a document, a file
 * can do nothing (UPL-05). Shared caches store none of them, but for public images where the operator has set
 * MEDIA_BASE_URL.
 */
export function serveMedia(app: FastifyInstance, services: MediaServing): void {
  const personOf = async (request: FastifyRequest) => (await services.identityOf(request))?.personId ?? null
  const assertShown = async (id: string, asker: () => Promise<string | null>) => {
    if (await isWithheldFrom(services.database, id, asker)) throw new AppError('NotFound')
  }
  const sendPublicFile = async ({ id, file }: PublicFile, reply: FastifyReply, cacheControl: string) => {
    if (!isMediaId(id)) throw new AppError('NotFound')
    const read = () => (isPublicFile(file) ? services.files.read(id, file) : null)
    const bytes =
      (await read()) ?? (file === BLURRED_NAME && (await services.renderLibraryMedia(id)) ? await read() : null)
    if (!bytes) throw new AppError('NotFound')
    return withFileHeaders(reply, file).header('cache-control', cacheControl).send(Buffer.from(bytes))
  }
  app.get<{ Params: PublicFile }>('/media/:id/:file', async (request, reply) => {
    const { id, file } = request.params
    if (!isMediaId(id)) throw new AppError('NotFound')
    const isWithheld = await isWithheldFrom(services.database, id, nobody)
    if (isWithheld) await assertShown(id, () => personOf(request))
    else if (services.mediaBaseUrl !== null && isForElement(request) && isPublicFile(file))
      return reply.header('cache-control', OWN_CACHE).redirect(`${services.mediaBaseUrl}/media/cdn/${id}/${file}`, 302)
    return sendPublicFile(request.params, reply, OWN_CACHE)
  })
  app.get<{ Params: PublicFile }>('/media/cdn/:id/:file', async (request, reply) => {
    if (services.mediaBaseUrl === null || !isMediaId(request.params.id)) throw new AppError('NotFound')
    await assertShown(request.params.id, nobody)
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return sendPublicFile(request.params, reply, SHARED_CACHE)
  })
  app.get<{ Params: { signature: string; file: string } }>('/media/signed/:signature/:file', async (request, reply) => {
    const { signature, file } = request.params
    const signed = verifySignature(services.digest, signature)
    if (!signed || signed.until.getTime() <= services.clock.now().getTime()) throw new AppError('NotFound')
    // Media without a lock are signed without a person.
    const isTheirs = signed.personId === '' || (await personOf(request)) === signed.personId
    if (!isTheirs) throw new AppError('NotFound')
    await assertShown(signed.mediaId, () => personOf(request))
    const sizeOf = () => (isMediaFileName(file) ? services.files.sizeOf(signed.mediaId, file) : null)
    const size = (await sizeOf()) ?? ((await services.renderLibraryMedia(signed.mediaId)) ? await sizeOf() : null)
    if (size === null) throw new AppError('NotFound')
    const seconds = Math.max(0, Math.floor((signed.until.getTime() - services.clock.now().getTime()) / 1000))
    withFileHeaders(reply, file)
      .header('cache-control', `private, max-age=${seconds}, immutable`)
      .header('accept-ranges', 'bytes')
    const elsewhere =
      isForElement(request) && seconds > 0 ? await services.files.locate(signed.mediaId, file, seconds) : null
    if (elsewhere !== null) return reply.redirect(elsewhere, 302)
    const range = parseByteRange(request.headers.range, size, MAX_RANGE_BYTES)
    if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send()
    const { start, end } = range ?? { start: 0, end: size - 1 }
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
    const chunks = size === 0 ? [] : await services.files.stream(signed.mediaId, file, { start, end })
    if (!chunks) throw new AppError('NotFound')
    return reply.header('content-length', end - start + 1).send(Readable.from(chunks))
  })
}

/** Asks of a file as someone without a session. */
const nobody = async () => null

/** Whether an image or a video of a page asks. A script may not read what it is led to outside our origin. */
function isForElement({ headers }: FastifyRequest): boolean {
  return /^(?:image|video|audio)$/.test(String(headers['sec-fetch-dest'])) && headers['sec-fetch-mode'] === 'no-cors'
}

function withFileHeaders(reply: FastifyReply, file: string): FastifyReply {
  return reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline')
    .header('x-robots-tag', 'noindex')
    .type(contentTypeOf(file))
}
