import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LIMITS } from '@everkin/contract/limits.ts'
import { AVATAR_WIDTHS, LOCKABLE_SIDES, PICTURE_WIDTHS, SHARE_PICTURE } from '@everkin/contract/stored-pictures.ts'
import pLimit from 'p-limit'
import {
  BLURRED_NAME,
  type ImagePurpose,
  ImageRejected,
  lockedImageName,
  type MediaFile,
  type MediaStorage,
  MODEL_COPY_NAME,
  type ReencodedImage,
  type ReencodeImage,
} from '../../modules/media/module.ts'
import { aiContentLabel } from './ai-content-label.ts'

const TIMEOUT_SECONDS = 8
const QUALITY = 80
const [MAX_AVATAR_WIDTH, MAX_CARD_WIDTH] = [Math.max(...AVATAR_WIDTHS), Math.max(...PICTURE_WIDTHS)]
const MAX_LOCKABLE_SIDE = LOCKABLE_SIDES[2]

/** Pixels without metadata, upright and in sRGB. */
interface Pixels {
  data: Buffer
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** The size that an image is fitted into while it is decoded, and how. */
const FITS: Readonly<Record<ImagePurpose, { width: number; height: number; fit: 'cover' | 'inside' }>> = {
  avatar: { width: MAX_AVATAR_WIDTH, height: MAX_AVATAR_WIDTH, fit: 'cover' },
  card: { width: MAX_CARD_WIDTH, height: (MAX_CARD_WIDTH * 4) / 3, fit: 'cover' },
  locked_image: { width: MAX_LOCKABLE_SIDE, height: MAX_LOCKABLE_SIDE, fit: 'inside' },
  generated: { width: MAX_LOCKABLE_SIDE, height: MAX_LOCKABLE_SIDE, fit: 'inside' },
  chat: { width: MAX_LOCKABLE_SIDE, height: MAX_LOCKABLE_SIDE, fit: 'inside' },
}

/**
 * Re-encodes images with libvips, one at a time, because decoding hostile files can cost much memory (UPL-02). Only
 * pixels are kept, in sRGB and upright; locations, serial numbers, comments and appended data are dropped (UPL-04,
 * UPL-05).
 */
export function createImageReencoder(): ReencodeImage {
  const limit = pLimit(1)
  return (bytes, purpose, madeBy) => limit(() => reencode(bytes, purpose, madeBy ? aiContentLabel(madeBy) : null))
}

async function reencode(bytes: Uint8Array, purpose: ImagePurpose, mark: string | null): Promise<ReencodedImage> {
  try {
    const pixels = await decode(bytes, purpose)
    if (purpose === 'avatar') return await encodeAvatar(pixels)
    if (purpose === 'chat') return await encodeChatPicture(pixels)
    return purpose === 'locked_image' ? await encodeLockable(pixels) : await encodePicture(pixels, purpose, mark)
  } catch (error) {
    if (error instanceof ImageRejected) throw error
    throw new ImageRejected(error instanceof Error && /pixel limit/.test(error.message) ? 'pixels' : 'kind')
  }
}

async function decode(bytes: Uint8Array, purpose: ImagePurpose): Promise<Pixels> {
  // Loaded with the first image, so that the start, and a server without images, do not load libvips.
  const { default: sharp } = await import('sharp')
  const open = () =>
    sharp(bytes, { limitInputPixels: LIMITS.picturePixels, sequentialRead: purpose !== 'card', failOn: 'error' })
  const { width, height } = await open().metadata()
  if (width * height > LIMITS.picturePixels) throw new ImageRejected('pixels')
  const { width: within, height: high, fit } = FITS[purpose]
  const { data, info } = await open()
    .autoOrient()
    // An avatar was cropped by its owner; a card's image is cropped to its most salient part.
    .resize(within, high, {
      fit,
      withoutEnlargement: fit === 'inside',
      position: purpose === 'card' ? 'attention' : 'centre',
    })
    .toColourspace('srgb')
    .timeout({ seconds: TIMEOUT_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } }
}

async function encodeAvatar(pixels: Pixels): Promise<ReencodedImage> {
  const files = await inWidths(pixels, AVATAR_WIDTHS)
  const side = MAX_AVATAR_WIDTH
  const names = { main: `${side}.webp`, small: `${AVATAR_WIDTHS[0]}.webp` }
  return { width: side, height: side, files, ...names, thumbnail: null }
}

/** Every width exists, since URLs are built from it; a small image is enlarged for larger widths. */
async function encodePicture(
  pixels: Pixels,
  purpose: 'card' | 'generated',
  mark: string | null,
): Promise<ReencodedImage> {
  const { default: sharp } = await import('sharp')
  const { createShareImage } = await import('./share-image.ts')
  const files = await inWidths(pixels, PICTURE_WIDTHS, mark)
  const largest = await sharp(pixels.data, { raw: pixels.raw })
    .resize(MAX_CARD_WIDTH)
    .png({ compressionLevel: 1 })
    .toBuffer()
  const share = await createShareImage(largest)
  files.push({ name: SHARE_PICTURE, bytes: mark === null ? share : await sharp(share).withXmp(mark).jpeg().toBuffer() })
  const height = Math.round((MAX_CARD_WIDTH * pixels.raw.height) / pixels.raw.width)
  const names = { main: `${MAX_CARD_WIDTH}.webp`, small: `${PICTURE_WIDTHS[2]}.webp` }
  const thumbnail = purpose === 'generated' ? await createBlurred(pixels) : null
  return { width: MAX_CARD_WIDTH, height, files, ...names, thumbnail }
}

async function encodeLockable(pixels: Pixels): Promise<ReencodedImage> {
  const files = await inSides(pixels)
  const { width, height } = pixels.raw
  return {
    width,
    height,
    files,
    main: lockedImageName(MAX_LOCKABLE_SIDE),
    small: lockedImageName(LOCKABLE_SIDES[0]),
    thumbnail: await createBlurred(pixels),
  }
}

/** The longest side of what models are shown: more costs tokens, and few models use it. */
const SEEN_SIDE = 1024

/** Served by signed URLs only, like lockable images. JPEG is the one type that every model that sees can read. */
async function encodeChatPicture(pixels: Pixels): Promise<ReencodedImage> {
  const { default: sharp } = await import('sharp')
  const seen = await sharp(pixels.data, { raw: pixels.raw })
    .flatten({ background: '#ffffff' })
    .resize(SEEN_SIDE, SEEN_SIDE, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: QUALITY })
    .toBuffer()
  const encoded = await encodeLockable(pixels)
  return { ...encoded, files: [...encoded.files, { name: MODEL_COPY_NAME, bytes: seen }], thumbnail: null }
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
    files.push({ name: lockedImageName(side), bytes: await resized.webp({ quality: QUALITY }).toBuffer() })
  }
  return files
}

/** The blurred image never contains more pixels of the original than this, whatever is done to it later (AZ-04). */
const BLUR_WIDTH = 24
const BLUR_HEIGHT = 32
const BLUR_SIGMA = 2.2
const BLURRED_WIDTH = 240
const MAX_BLURRED_HEIGHT = 960

/**
 * The blurred image of a locked one: at most 24 × 32 pixels, blurred until neighbouring pixels are indistinguishable,
 * then enlarged and re-encoded. Only the overall colours can be recovered from it.
 */
async function createBlurred(picture: {
  data: Buffer
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}): Promise<MediaFile[]> {
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(picture.data, { raw: picture.raw })
    .flatten({ background: '#8a8275' })
    .resize(BLUR_WIDTH, BLUR_HEIGHT, { fit: 'inside' })
    .blur(BLUR_SIGMA)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const small = { width: info.width, height: info.height, channels: info.channels }
  const bytes = await sharp(data, { raw: small })
    .resize(
      BLURRED_WIDTH,
      Math.min(MAX_BLURRED_HEIGHT, Math.max(1, Math.round((BLURRED_WIDTH * info.height) / info.width))),
      {
        kernel: 'cubic',
        fit: 'fill',
      },
    )
    .blur(4)
    .webp({ quality: 60 })
    .toBuffer()
  return [{ name: BLURRED_NAME, bytes }]
}

const UPLOAD_URL = /^\/media\/([A-Za-z0-9_-]{43})\/(\d{2,4}\.webp)$/
const LIBRARY_IMAGE_URL = /^\/pictures\/((?:[a-z0-9-]+\/)*\d{2,4}\.webp)$/
/** The placeholder for a missing image: a dusk gradient, 400 × 600. */
const PLACEHOLDER_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="600"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#3b2a3f"/><stop offset="1" stop-color="#f5a742"/></linearGradient></defs><rect width="400" height="600" fill="url(#g)"/></svg>`

/** An image of this site as PNG, with its labels (H3); a plain one for null, and null for an unknown URL. */
export function createImageToPng(media: Pick<MediaStorage, 'read'>, pictures: string) {
  return async (address: string | null): Promise<Uint8Array | null> => {
    const bytes = address === null ? Buffer.from(PLACEHOLDER_SVG) : await readImage(address, media, pictures)
    if (!bytes) return null
    const { default: sharp } = await import('sharp')
    return await sharp(bytes).keepMetadata().png({ compressionLevel: 9 }).toBuffer()
  }
}

async function readImage(
  address: string,
  media: Pick<MediaStorage, 'read'>,
  pictures: string,
): Promise<Uint8Array | null> {
  const [, id, name] = UPLOAD_URL.exec(address) ?? []
  if (id && name) return await media.read(id, name)
  const path = LIBRARY_IMAGE_URL.exec(address)?.[1]
  return path ? await readFile(join(pictures, path)).catch(() => null) : null
}
