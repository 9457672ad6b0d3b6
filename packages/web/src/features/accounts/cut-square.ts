/** A selected picture that this browser can decode. */
export interface Chosen {
  url: string
  width: number
  height: number
  image: HTMLImageElement
  /** Releases the decoded picture. */
  close: () => void
}

/** In pixels; enough for the largest stored size on any screen. */
const SIDE = 960

/** Decodes a file as a picture, in the right orientation. Rejects if the browser cannot decode it. */
export async function openPicture(file: File): Promise<Chosen> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch (error) {
    URL.revokeObjectURL(url)
    throw error
  }
  const { naturalWidth: width, naturalHeight: height } = image
  return { url, width, height, image, close: () => URL.revokeObjectURL(url) }
}

/** The visible square of a picture; `place` is 0 at the start of the longer side and 100 at its end. */
export function squareOf(
  { width, height }: Pick<Chosen, 'width' | 'height'>,
  place: number,
): { x: number; y: number; side: number } {
  const side = Math.min(width, height)
  return { x: ((width - side) * place) / 100, y: ((height - side) * place) / 100, side }
}

/**
 * The place after dragging the picture by `moved` pixels along its longer side, in a window of `windowSide` pixels. The
 * picture follows the pointer and stops at its ends.
 */
export function placeAfterDrag(
  { width, height }: Pick<Chosen, 'width' | 'height'>,
  start: number,
  moved: number,
  windowSide: number,
): number {
  const hidden = (Math.max(width, height) / Math.min(width, height) - 1) * windowSide
  if (hidden <= 0) return start
  return Math.min(100, Math.max(0, start - (moved / hidden) * 100))
}

/** Encodes the square as a file: what is outside of it never leaves the device. */
export async function cutSquare(chosen: Chosen, place: number): Promise<Blob> {
  const { x, y, side } = squareOf(chosen, place)
  const size = Math.min(SIDE, Math.max(1, Math.round(side)))
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  canvas.getContext('2d')?.drawImage(chosen.image, x, y, side, side, 0, 0, size, size)
  // A browser that cannot write WebP writes PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!blob) throw new Error('the browser could not encode the picture')
  return blob
}
