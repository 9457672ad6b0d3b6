import { paintFrame } from '@everkin/painter/paint-frame.ts'
import type { PortraitSpec } from '@everkin/painter/spec.ts'
import { PAGE_WIDTHS, type View } from '@everkin/painter/view.ts'
import { encodeClip } from '../media/clip.ts'

export const CLIP = { width: 480, height: 640, framesPerSecond: 12, frames: 42 } as const
const QUALITY = 68

/** A few seconds of somebody who breathes and blinks, as a WebM that loops without a seam; takes a few seconds. */
export async function paintClip(spec: PortraitSpec, view: View): Promise<{ bytes: Uint8Array; durationMs: number }> {
  // With the first clip: a server where nobody opens one is lighter by libvips.
  const { default: sharp } = await import('sharp')
  const { width, height, framesPerSecond } = CLIP
  const frames: Uint8Array[] = []
  for (let index = 0; index < CLIP.frames; index += 1) {
    const svg = paintFrame(spec, { ...view, size: 'portrait' }, index / CLIP.frames)
    frames.push(
      await sharp(Buffer.from(svg), { density: (72 * width) / PAGE_WIDTHS.portrait })
        .resize(width, height)
        .flatten({ background: '#000000' })
        .webp({ quality: QUALITY, effort: 3 })
        .toBuffer(),
    )
  }
  const bytes = encodeClip({ frames, width, height, framesPerSecond })
  return { bytes, durationMs: Math.round((CLIP.frames * 1000) / framesPerSecond) }
}
