import type { PICTURE_KINDS, VIDEO_KINDS } from '@everkin/contract/http/media.ts'

/** Detects the image type from the first bytes, whatever the file name; null for any other type (UPL-01). */
export function detectImageKind(bytes: Uint8Array): (typeof PICTURE_KINDS)[number] | null {
  if (hasPrefix(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'PNG'
  if (hasPrefix(bytes, 0xff, 0xd8, 0xff)) return 'JPEG'
  if (readAscii(bytes, 0, 4) === 'RIFF' && readAscii(bytes, 8, 12) === 'WEBP') return 'WebP'
  return readAscii(bytes, 0, 6) === 'GIF87a' || readAscii(bytes, 0, 6) === 'GIF89a' ? 'GIF' : null
}

/** Brands of images in an MP4 container; none of them is a video. */
const STILL_BRANDS = new Set(['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'crx '])

/** Detects the video type from the first bytes. The real contents are checked when the container is remuxed. */
export function detectVideoKind(bytes: Uint8Array): (typeof VIDEO_KINDS)[number] | null {
  if (hasPrefix(bytes, 0x1a, 0x45, 0xdf, 0xa3)) return 'WebM'
  return readAscii(bytes, 4, 8) === 'ftyp' && !STILL_BRANDS.has(readAscii(bytes, 8, 12)) ? 'MP4' : null
}

function hasPrefix(bytes: Uint8Array, ...start: number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

function readAscii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
