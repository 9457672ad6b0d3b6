import type { PictureSize } from '@everkin/painter/view.ts'
import { aiMark } from '../media/ai-mark.ts'

/** Pixels of each size. */
export const PIXELS: Record<PictureSize, { width: number; height: number }> = {
  portrait: { width: 960, height: 1280 },
  square: { width: 1024, height: 1024 },
  landscape: { width: 1280, height: 960 },
}
/** Pages are 800 units high; librsvg draws 72 to the inch. */
const PAGE_HEIGHT = 800
const QUALITY = 82

/** A drawing of the painter as a WebP that says what made it. */
export async function rasterise(svg: string, size: PictureSize): Promise<Uint8Array> {
  // With the first picture: a server where nobody makes one is lighter by libvips.
  const { default: sharp } = await import('sharp')
  const { width, height } = PIXELS[size]
  return sharp(Buffer.from(svg), { density: (72 * height) / PAGE_HEIGHT })
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: '#000000' })
    .withXmp(aiMark('algorithmicMedia'))
    .webp({ quality: QUALITY, effort: 2 })
    .toBuffer()
}
