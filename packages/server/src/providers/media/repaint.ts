import { AVATAR_WIDTHS, LIMITS } from '@everkin/contract/limits.ts'
import { type MediaFile, PictureRefused, type Repaint } from '../../domains/media/media-files.ts'

const SECONDS = 8
const QUALITY = 80

/**
 * Paints pictures anew with libvips, one at a time: decoding is where hostile files cost memory (UPL-02). Only pixels
 * come through, in sRGB and upright; places, serial numbers, comments and whatever hangs on behind do not (UPL-04, UPL-05).
 */
export function createRepaint(): Repaint {
  let last: Promise<unknown> = Promise.resolve()
  return (bytes) => {
    const mine = last.then(() => paint(bytes))
    last = mine.catch(() => undefined)
    return mine
  }
}

async function paint(bytes: Uint8Array): ReturnType<Repaint> {
  const largest = Math.max(...AVATAR_WIDTHS)
  // With the first picture: a start, and a server where nobody sets one, are lighter by libvips.
  const { default: sharp } = await import('sharp')
  const open = () => sharp(bytes, { limitInputPixels: LIMITS.picturePixels, sequentialRead: true, failOn: 'error' })
  try {
    const { width, height } = await open().metadata()
    if (width * height > LIMITS.picturePixels) throw new PictureRefused('pixels')
    const { data, info } = await open()
      .autoOrient()
      .resize(largest, largest, { fit: 'cover' })
      .toColourspace('srgb')
      .timeout({ seconds: SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const files: MediaFile[] = []
    for (const size of AVATAR_WIDTHS) {
      const painted = await sharp(data, { raw }).resize(size, size).webp({ quality: QUALITY }).toBuffer()
      files.push({ name: `${size}.webp`, bytes: painted })
    }
    return { width: largest, height: largest, files }
  } catch (error) {
    if (error instanceof PictureRefused) throw error
    throw new PictureRefused(error instanceof Error && /pixel limit/.test(error.message) ? 'pixels' : 'kind')
  }
}
