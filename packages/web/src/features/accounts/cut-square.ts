/** A picture that someone has chosen and this browser can show. */
export interface Chosen {
  url: string
  width: number
  height: number
  image: HTMLImageElement
  /** Lets go of the file. */
  close: () => void
}

/** Enough for the largest size that is kept, on any screen. */
const SIDE = 960

/** Opens a file as a picture, upright. Rejects for what the browser can not show. */
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

/** The square of a picture that its window shows; `place` is 0 at the start of the longer side and 100 at its end. */
export function squareOf(
  { width, height }: Pick<Chosen, 'width' | 'height'>,
  place: number,
): { x: number; y: number; side: number } {
  const side = Math.min(width, height)
  return { x: ((width - side) * place) / 100, y: ((height - side) * place) / 100, side }
}

/**
 * The place after the picture has been dragged by `moved` pixels along its longer side, in a window of `windowSide`
 * pixels: the picture follows the pointer and stops at its ends.
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

/** That square as a file of its own: what is outside of it never leaves the device. */
export async function cutSquare(chosen: Chosen, place: number): Promise<Blob> {
  const { x, y, side } = squareOf(chosen, place)
  const size = Math.min(SIDE, Math.max(1, Math.round(side)))
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  canvas.getContext('2d')?.drawImage(chosen.image, x, y, side, side, 0, 0, size, size)
  // A browser that can not write WebP writes PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!blob) throw new Error('a picture could not be drawn')
  return blob
}
