import { BLURRED } from '../../domains/media/file-names.ts'
import type { MediaFile } from '../../domains/media/media-files.ts'

/** No more of the picture than this ever enters its blurred one, whatever is done to it later (AZ-04). */
const WIDTH = 24
const HEIGHT = 32
const SIGMA = 2.2
const SHOWN = 240
const MOST_SHOWN = 960

/**
 * The blurred picture of one that is locked: 24 × 32 pixels at most, blurred so that two neighbours can not be told
 * apart, then drawn larger and written anew. Nobody gets more back out of it than the mood of its colours.
 */
export async function blurredOf(picture: {
  data: Buffer
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}): Promise<MediaFile[]> {
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(picture.data, { raw: picture.raw })
    .flatten({ background: '#8a8275' })
    .resize(WIDTH, HEIGHT, { fit: 'inside' })
    .blur(SIGMA)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const small = { width: info.width, height: info.height, channels: info.channels }
  const bytes = await sharp(data, { raw: small })
    .resize(SHOWN, Math.min(MOST_SHOWN, Math.max(1, Math.round((SHOWN * info.height) / info.width))), {
      kernel: 'cubic',
      fit: 'fill',
    })
    .blur(4)
    .webp({ quality: 60 })
    .toBuffer()
  return [{ name: BLURRED, bytes }]
}
