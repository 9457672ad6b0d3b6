import { crc32 } from 'node:zlib'

export const PNG_SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A part of a PNG. */
export interface PngChunk {
  type: string
  data: Uint8Array
  /** All of it, length and checksum included, as it lies in the file. */
  whole: Uint8Array
}

export interface PngChunks {
  chunks: PngChunk[]
  /** It ends before its end. */
  isCutOff: boolean
}

/** Whether these bytes begin as a PNG does. */
export function isPng(bytes: Uint8Array): boolean {
  return PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)
}

/** The parts of a PNG in their order, as far as they go; what hangs on behind its end is none. */
export function readChunks(bytes: Uint8Array): PngChunks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: PngChunk[] = []
  for (let at = PNG_SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const end = at + 12 + length
    if (end > bytes.length) return { chunks, isCutOff: true }
    const type = latin1(bytes.subarray(at + 4, at + 8))
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length), whole: bytes.subarray(at, end) })
    if (type === 'IEND') return { chunks, isCutOff: false }
    at = end
  }
  return { chunks, isCutOff: true }
}

/** Whether the chunk's checksum is right. */
export function hasRightSum({ whole }: PngChunk): boolean {
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength)
  return crc32(whole.subarray(4, -4)) === view.getUint32(whole.length - 4)
}

/** A chunk with its length and checksum. */
export function writeChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), 8 + data.length)
  return chunk
}

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
