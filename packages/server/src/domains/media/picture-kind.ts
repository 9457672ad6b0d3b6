import type { PICTURE_KINDS } from '@everkin/contract/http/media.ts'

/** What a file is by its first bytes, whatever it is called; null for everything that is none of our kinds (UPL-01). */
export function pictureKindOf(bytes: Uint8Array): (typeof PICTURE_KINDS)[number] | null {
  const begins = (...start: number[]) => start.every((byte, index) => bytes[index] === byte)
  const words = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'PNG'
  if (begins(0xff, 0xd8, 0xff)) return 'JPEG'
  if (words(0, 4) === 'RIFF' && words(8, 12) === 'WEBP') return 'WebP'
  return words(0, 6) === 'GIF87a' || words(0, 6) === 'GIF89a' ? 'GIF' : null
}
