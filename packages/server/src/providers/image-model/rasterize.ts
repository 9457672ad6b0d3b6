import { setImmediate } from 'node:timers/promises'
import type { Painting, Pixels } from '@everkin/painter/painting.ts'
import { PAGE_HEIGHT, type PictureSize } from '@everkin/painter/view.ts'
import type { Sharp } from 'sharp'
import { aiContentLabel } from '../media/ai-content-label.ts'

interface Size {
  width: number
  height: number
}

/** Rasterises a painting to pixels of a size, ready to be encoded. */
export async function rasterize({ drawing, tones, passes = [] }: Painting, size: Size): Promise<Sharp> {
  if (passes.length === 0) return rasterizeSvg(drawing, size)
  const half = { width: Math.ceil(size.width / 2), height: Math.ceil(size.height / 2) }
  const [picture, seen] = await Promise.all([pixelsOf(drawing, size), tones ? pixelsOf(tones, half) : undefined])
  for (const pass of passes) {
    pass(picture, seen)
    // The passes run on the main thread; other requests get a turn between two of them.
    await setImmediate()
  }
  const { default: sharp } = await import('sharp')
  const { data, ...raw } = picture
  return sharp(data, { raw: { ...raw, channels: 3 } })
}

async function rasterizeSvg(svg: string, { width, height }: Size): Promise<Sharp> {
  // Loaded with the first image, so that a server without images does not load libvips.
  const { default: sharp } = await import('sharp')
  // librsvg draws 72 units per inch.
  return (
    sharp(Buffer.from(svg), { density: (72 * height) / PAGE_HEIGHT })
      .resize(width, height, { fit: 'cover' })
      // The drawing covers the whole area, so no alpha is needed.
      .removeAlpha()
  )
}

async function pixelsOf(svg: string, size: Size): Promise<Pixels> {
  const drawn = await rasterizeSvg(svg, size)
  const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true })
  if (info.channels !== 3) throw new Error('a drawing has three colours')
  return { data, width: info.width, height: info.height }
}

/** Pixels of each size. */
export const IMAGE_DIMENSIONS: Record<PictureSize, { width: number; height: number }> = {
  portrait: { width: 960, height: 1280 },
  square: { width: 1024, height: 1024 },
  landscape: { width: 1280, height: 960 },
}
const WEBP_QUALITY = 82

/** A painting as a WebP with the AI content label. */
export async function rasterizeToWebp(painting: Painting, size: PictureSize): Promise<Uint8Array> {
  const drawn = await rasterize(painting, IMAGE_DIMENSIONS[size])
  return drawn.withXmp(aiContentLabel('algorithmicMedia')).webp({ quality: WEBP_QUALITY, effort: 2 }).toBuffer()
}
