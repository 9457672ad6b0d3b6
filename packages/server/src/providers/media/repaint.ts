import { AVATAR_WIDTHS, LIMITS, LOCKABLE_SIDES, PICTURE_WIDTHS, SHARE_PICTURE } from '@everkin/contract/limits.ts'
import { lockedPicture } from '../../domains/media/file-names.ts'
import {
  type MediaFile,
  type PicturePurpose,
  PictureRefused,
  type Repaint,
  type Repainted,
} from '../../domains/media/media-files.ts'
import { aiMark } from './ai-mark.ts'
import { blurredOf } from './blur.ts'

const SECONDS = 8
const QUALITY = 80
const [LARGEST_AVATAR, LARGEST_CARD] = [Math.max(...AVATAR_WIDTHS), Math.max(...PICTURE_WIDTHS)]
const LARGEST_SIDE = LOCKABLE_SIDES[2]

/** Pixels without anything beside them, upright and in sRGB. */
interface Pixels {
  data: Buffer
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** Into which space a picture is fitted while it is decoded, and how. */
const FITS: Readonly<Record<PicturePurpose, { width: number; height: number; fit: 'cover' | 'inside' }>> = {
  avatar: { width: LARGEST_AVATAR, height: LARGEST_AVATAR, fit: 'cover' },
  card: { width: LARGEST_CARD, height: (LARGEST_CARD * 4) / 3, fit: 'cover' },
  locked_image: { width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside' },
  generated: { width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside' },
}

/**
 * Paints pictures anew with libvips, one at a time: decoding is where hostile files cost memory (UPL-02). Only pixels
 * come through, in sRGB and upright; places, serial numbers, comments and whatever hangs on behind do not (UPL-04, UPL-05).
 */
export function createRepaint(): Repaint {
  let last: Promise<unknown> = Promise.resolve()
  return (bytes, purpose, madeBy) => {
    const mine = last.then(() => paint(bytes, purpose, madeBy ? aiMark(madeBy) : null))
    last = mine.catch(() => undefined)
    return mine
  }
}

async function paint(bytes: Uint8Array, purpose: PicturePurpose, mark: string | null): Promise<Repainted> {
  try {
    const pixels = await decode(bytes, purpose)
    if (purpose === 'avatar') return await paintAvatar(pixels)
    return purpose === 'locked_image' ? await paintLockable(pixels) : await paintPicture(pixels, purpose, mark)
  } catch (error) {
    if (error instanceof PictureRefused) throw error
    throw new PictureRefused(error instanceof Error && /pixel limit/.test(error.message) ? 'pixels' : 'kind')
  }
}

async function decode(bytes: Uint8Array, purpose: PicturePurpose): Promise<Pixels> {
  // With the first picture: a start, and a server where nobody sets one, are lighter by libvips.
  const { default: sharp } = await import('sharp')
  const open = () =>
    sharp(bytes, { limitInputPixels: LIMITS.picturePixels, sequentialRead: purpose !== 'card', failOn: 'error' })
  const { width, height } = await open().metadata()
  if (width * height > LIMITS.picturePixels) throw new PictureRefused('pixels')
  const { width: within, height: high, fit } = FITS[purpose]
  const { data, info } = await open()
    .autoOrient()
    // An avatar was cut by its owner; of a card's picture the part is kept that the eye goes to.
    .resize(within, high, {
      fit,
      withoutEnlargement: fit === 'inside',
      position: purpose === 'card' ? 'attention' : 'centre',
    })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } }
}

async function paintAvatar(pixels: Pixels): Promise<Repainted> {
  const files = await inWidths(pixels, AVATAR_WIDTHS)
  const side = LARGEST_AVATAR
  const names = { main: `${side}.webp`, small: `${AVATAR_WIDTHS[0]}.webp` }
  return { width: side, height: side, files, ...names, thumbnail: null }
}

/** Every width is there, since addresses are made by it; what is small is drawn larger for those above its own. */
async function paintPicture(pixels: Pixels, purpose: 'card' | 'generated', mark: string | null): Promise<Repainted> {
  const { default: sharp } = await import('sharp')
  const { drawSharePicture } = await import('./draw-share-picture.ts')
  const files = await inWidths(pixels, PICTURE_WIDTHS, mark)
  const largest = await sharp(pixels.data, { raw: pixels.raw })
    .resize(LARGEST_CARD)
    .png({ compressionLevel: 1 })
    .toBuffer()
  const share = await drawSharePicture(largest)
  files.push({ name: SHARE_PICTURE, bytes: mark === null ? share : await sharp(share).withXmp(mark).jpeg().toBuffer() })
  const height = Math.round((LARGEST_CARD * pixels.raw.height) / pixels.raw.width)
  const names = { main: `${LARGEST_CARD}.webp`, small: `${PICTURE_WIDTHS[2]}.webp` }
  const thumbnail = purpose === 'generated' ? await blurredOf(pixels) : null
  return { width: LARGEST_CARD, height, files, ...names, thumbnail }
}

async function paintLockable(pixels: Pixels): Promise<Repainted> {
  const files = await inSides(pixels)
  const { width, height } = pixels.raw
  return {
    width,
    height,
    files,
    main: lockedPicture(LARGEST_SIDE),
    small: lockedPicture(LOCKABLE_SIDES[0]),
    thumbnail: await blurredOf(pixels),
  }
}

async function inWidths(
  { data, raw }: Pixels,
  widths: readonly number[],
  mark: string | null = null,
): Promise<MediaFile[]> {
  const { default: sharp } = await import('sharp')
  const files: MediaFile[] = []
  for (const width of widths) {
    const painted = sharp(data, { raw }).resize(width).webp({ quality: QUALITY })
    files.push({ name: `${width}.webp`, bytes: await (mark === null ? painted : painted.withXmp(mark)).toBuffer() })
  }
  return files
}

async function inSides({ data, raw }: Pixels): Promise<MediaFile[]> {
  const { default: sharp } = await import('sharp')
  const files: MediaFile[] = []
  for (const side of LOCKABLE_SIDES) {
    const resized = sharp(data, { raw }).resize(side, side, { fit: 'inside', withoutEnlargement: true })
    files.push({ name: lockedPicture(side), bytes: await resized.webp({ quality: QUALITY }).toBuffer() })
  }
  return files
}
