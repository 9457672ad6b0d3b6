import type { FastifyInstance } from 'fastify'
import type { MediaFiles } from './domains/media/media-files.ts'
import { AppError } from './platform/app-error.ts'

/**
 * Uploaded pictures, for whoever knows the name: nobody can guess it, and a picture needs no header that an `<img>` can
 * not send. Shown as a document of its own a file can do nothing (UPL-05); caches of others never hold it.
 */
export function serveMedia(app: FastifyInstance, files: Pick<MediaFiles, 'read'>): void {
  app.get<{ Params: { id: string; file: string } }>('/media/:id/:file', async (request, reply) => {
    const bytes = await files.read(request.params.id, request.params.file)
    if (!bytes) throw new AppError('NotFound')
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline')
      .header('cache-control', 'private, max-age=86400, immutable')
      .type('image/webp')
      .send(Buffer.from(bytes))
  })
}
