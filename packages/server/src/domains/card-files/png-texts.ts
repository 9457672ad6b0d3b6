import { inflateSync } from 'node:zlib'
import { latin1, type PngChunk } from './png-chunks.ts'
import { CardFileRefused, FILE_LIMITS } from './rules.ts'

const LONGEST_KEYWORD = 79
/** Older files carry their pictures in chunks of their own, with and without the colon. */
const ASSET_KEYWORD = /^chara-ext-asset_:?/i

/** A chunk that may hold a card. */
export interface CardText {
  keyword: 'ccv3' | 'chara'
  chunk: PngChunk
}

/** The keyword of a text chunk of any kind, as it is written; null for other chunks. */
export function keywordOf(chunk: PngChunk): string | null {
  if (chunk.type !== 'tEXt' && chunk.type !== 'zTXt' && chunk.type !== 'iTXt') return null
  const end = chunk.data.subarray(0, LONGEST_KEYWORD + 1).indexOf(0)
  return end < 0 ? null : latin1(chunk.data.subarray(0, end))
}

/** Which of the two names of cards a chunk has, in any case; null for every other chunk. */
export function cardKeywordOf(chunk: PngChunk): CardText['keyword'] | null {
  const keyword = keywordOf(chunk)?.toLowerCase()
  return keyword === 'ccv3' || keyword === 'chara' ? keyword : null
}

/** The path under which an old file names the picture in this chunk; null for every other chunk. */
export function assetPathOf(chunk: PngChunk): string | null {
  if (chunk.type !== 'tEXt') return null
  // The keyword of these is longer than keywords may be.
  const end = chunk.data.subarray(0, 1024).indexOf(0)
  const keyword = end < 0 ? '' : latin1(chunk.data.subarray(0, end))
  return ASSET_KEYWORD.test(keyword) ? keyword.replace(ASSET_KEYWORD, '') : null
}

/** The bytes that such a chunk carries as base64. */
export function assetBytesOf(chunk: PngChunk): Uint8Array | null {
  return fromBase64(latin1(chunk.data.subarray(chunk.data.indexOf(0) + 1)))
}

/**
 * The bytes of the JSON that a card's chunk carries: base64, or, where somebody has left that step out, JSON itself.
 * @throws CardFileRefused broken, too_large
 */
export function cardBytesOf(chunk: PngChunk): Uint8Array {
  const bytes = textBytesOf(chunk)
  const start = latin1(bytes.subarray(0, 64)).trimStart()
  if (start.startsWith('{') || start.startsWith('ï»¿{')) return bytes
  const decoded = fromBase64(latin1(bytes))
  if (!decoded) throw new CardFileRefused('broken')
  return decoded
}

function textBytesOf({ type, data }: PngChunk): Uint8Array {
  const rest = data.subarray(data.indexOf(0) + 1)
  if (type === 'tEXt') return rest
  if (type === 'zTXt') return inflated(rest.subarray(1))
  const [isCompressed] = rest
  const afterLanguage = rest.subarray(2 + rest.subarray(2).indexOf(0) + 1)
  const text = afterLanguage.subarray(afterLanguage.indexOf(0) + 1)
  return isCompressed ? inflated(text) : text
}

function inflated(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: FILE_LIMITS.inflatedText })
  } catch (error) {
    const { code } = error as { code?: string } // an error of zlib's
    throw new CardFileRefused(code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'broken')
  }
}

/** Decodes base64 to the letter, lines and blanks between forgiven; null for anything else. */
export function fromBase64(text: string): Uint8Array | null {
  const plain = /\s/.test(text) ? text.replace(/\s+/g, '') : text
  if (plain === '' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(plain)) return null
  return Buffer.from(plain, 'base64')
}
