import type { Painting } from '@everkin/painter/painting.ts'
import type { PictureSize } from '@everkin/painter/view.ts'
import { aiMark } from '../media/ai-mark.ts'
import { drawPixels } from './draw-pixels.ts'

/** Pixels of each size. */
export const PIXELS: Record<PictureSize, { width: number; height: number }> = {
  portrait: { width: 960, height: 1280 },
  square: { width: 1024, height: 1024 },
  landscape: { width: 1280, height: 960 },
}
const QUALITY = 82

/** A painting as a WebP that says what made it. */
export async function rasterise(painting: Painting, size: PictureSize): Promise<Uint8Array> {
  const drawn = await drawPixels(painting, PIXELS[size])
  return drawn.withXmp(aiMark('algorithmicMedia')).webp({ quality: QUALITY, effort: 2 }).toBuffer()
}
