import { crc32, inflateSync } from 'node:zlib'
import type { JsonObject } from './json.ts'
import { CardFileRejected, FILE_LIMITS } from './limits.ts'

const PNG_SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A chunk of a PNG. */
export interface PngChunk {
  type: string
  data: Uint8Array
  /** All its bytes in the file, including length and checksum. */
  raw: Uint8Array
}

export interface PngChunks {
  chunks: PngChunk[]
  /** It is truncated. */
  isTruncated: boolean
}

/** Whether these bytes start like a PNG. */
export function isPng(bytes: Uint8Array): boolean {
  return PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)
}

/** The chunks of a PNG in order, as far as readable; data after its end is ignored. */
export function readPngChunks(bytes: Uint8Array): PngChunks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: PngChunk[] = []
  for (let offset = PNG_SIGNATURE.length; offset + 12 <= bytes.length; ) {
    const length = view.getUint32(offset)
    const end = offset + 12 + length
    if (end > bytes.length) return { chunks, isTruncated: true }
    const type = decodeLatin1(bytes.subarray(offset + 4, offset + 8))
    chunks.push({ type, data: bytes.subarray(offset + 8, offset + 8 + length), raw: bytes.subarray(offset, end) })
    if (type === 'IEND') return { chunks, isTruncated: false }
    offset = end
  }
  return { chunks, isTruncated: true }
}

/** Whether the chunk's checksum is right. */
export function hasValidCrc({ raw }: PngChunk): boolean {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
  return crc32(raw.subarray(4, -4)) === view.getUint32(raw.length - 4)
}

/** A chunk with its length and checksum. */
function writePngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), 8 + data.length)
  return chunk
}

export function decodeLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

const MAX_KEYWORD_LENGTH = 79
/** Older files contain their images in chunks of their own, with and without the colon. */
const ASSET_KEYWORD = /^chara-ext-asset_:?/i

/** A chunk that may hold a card. */
export interface CardTextChunk {
  keyword: 'ccv3' | 'chara'
  chunk: PngChunk
}

/** The keyword of a text chunk of any kind, unchanged; null for other chunks. */
function readTextKeyword(chunk: PngChunk): string | null {
  if (chunk.type !== 'tEXt' && chunk.type !== 'zTXt' && chunk.type !== 'iTXt') return null
  const end = chunk.data.subarray(0, MAX_KEYWORD_LENGTH + 1).indexOf(0)
  return end < 0 ? null : decodeLatin1(chunk.data.subarray(0, end))
}

/** Which of the two card keywords a chunk has, ignoring case; null for other chunks. */
export function readCardKeyword(chunk: PngChunk): CardTextChunk['keyword'] | null {
  const keyword = readTextKeyword(chunk)?.toLowerCase()
  return keyword === 'ccv3' || keyword === 'chara' ? keyword : null
}

/** The path under which an old file names the image in this chunk; null for other chunks. */
export function readAssetPath(chunk: PngChunk): string | null {
  if (chunk.type !== 'tEXt') return null
  // These keywords are longer than the PNG standard allows.
  const end = chunk.data.subarray(0, 1024).indexOf(0)
  const keyword = end < 0 ? '' : decodeLatin1(chunk.data.subarray(0, end))
  return ASSET_KEYWORD.test(keyword) ? keyword.replace(ASSET_KEYWORD, '') : null
}

/** The base64 data of such a chunk as bytes. */
export function readAssetBytes(chunk: PngChunk): Uint8Array | null {
  return decodeBase64(decodeLatin1(chunk.data.subarray(chunk.data.indexOf(0) + 1)))
}

/**
 * The JSON bytes in a card chunk: base64, or JSON itself where a tool has left out that step.
 * @throws CardFileRejected broken, too_large
 */
export function readCardBytes(chunk: PngChunk): Uint8Array {
  const bytes = readTextBytes(chunk)
  const start = decodeLatin1(bytes.subarray(0, 64)).trimStart()
  if (start.startsWith('{') || start.startsWith('ï»¿{')) return bytes
  const decoded = decodeBase64(decodeLatin1(bytes))
  if (!decoded) throw new CardFileRejected('broken')
  return decoded
}

function readTextBytes({ type, data }: PngChunk): Uint8Array {
  const rest = data.subarray(data.indexOf(0) + 1)
  if (type === 'tEXt') return rest
  if (type === 'zTXt') return inflateText(rest.subarray(1))
  const [isCompressed] = rest
  const afterLanguage = rest.subarray(2 + rest.subarray(2).indexOf(0) + 1)
  const text = afterLanguage.subarray(afterLanguage.indexOf(0) + 1)
  return isCompressed ? inflateText(text) : text
}

function inflateText(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: FILE_LIMITS.inflatedText })
  } catch (error) {
    const { code } = error as { code?: string } // a zlib error
    throw new CardFileRejected(code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'broken')
  }
}

/** Decodes strict base64, white space and a terminating NUL allowed; null for anything else. */
export function decodeBase64(text: string): Uint8Array | null {
  const plain = /[\s\0]/.test(text) ? text.replace(/\0+$/, '').replace(/\s+/g, '') : text
  if (plain === '' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(plain)) return null
  return Buffer.from(plain, 'base64')
}

/** An image with a card in it: earlier cards are removed, everything else stays the same byte for byte. */
export function writeCardPng(picture: Uint8Array, cards: { ccv3?: JsonObject; chara?: JsonObject }): Buffer {
  const others = readPngChunks(picture).chunks.filter(
    (chunk) => chunk.type !== 'IEND' && readCardKeyword(chunk) === null,
  )
  const texts = Object.entries(cards).map(([keyword, card]) => {
    const base64 = Buffer.from(JSON.stringify(card), 'utf8').toString('base64')
    return writePngChunk('tEXt', Buffer.from(`${keyword}\0${base64}`, 'latin1'))
  })
  const end = writePngChunk('IEND', new Uint8Array())
  return Buffer.concat([PNG_SIGNATURE, ...others.map((chunk) => chunk.raw), ...texts, end])
}
