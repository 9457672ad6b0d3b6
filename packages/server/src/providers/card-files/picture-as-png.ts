import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaFiles } from '../../domains/media/media-files.ts'

const UPLOADED = /^\/media\/([A-Za-z0-9_-]{43})\/(\d{2,4}\.webp)$/
const OF_THE_LIBRARY = /^\/pictures\/((?:[a-z0-9-]+\/)*\d{2,4}\.webp)$/
/** Stands in where there is no picture: the colours of dusk, 400 × 600. */
const PLAIN = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="600"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#3b2a3f"/><stop offset="1" stop-color="#f5a742"/></linearGradient></defs><rect width="400" height="600" fill="url(#g)"/></svg>`

/**
 * Gives a picture of this site as PNG, with the marks that it carries (H3); for no address a plain one, and null for an
 * address of nothing.
 */
export function createPictureAsPng(media: Pick<MediaFiles, 'read'>, pictures: string) {
  return async (address: string | null): Promise<Uint8Array | null> => {
    const bytes = address === null ? Buffer.from(PLAIN) : await bytesOf(address, media, pictures)
    if (!bytes) return null
    const { default: sharp } = await import('sharp')
    return await sharp(bytes).keepMetadata().png({ compressionLevel: 9 }).toBuffer()
  }
}

async function bytesOf(address: string, media: Pick<MediaFiles, 'read'>, pictures: string): Promise<Uint8Array | null> {
  const [, id, name] = UPLOADED.exec(address) ?? []
  if (id && name) return await media.read(id, name)
  const path = OF_THE_LIBRARY.exec(address)?.[1]
  return path ? await readFile(join(pictures, path)).catch(() => null) : null
}
