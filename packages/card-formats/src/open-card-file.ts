import { detectFormat } from './card-data.ts'
import { coerceText } from './coerce.ts'
import { isDeepEqual, isObject, type Json, type JsonObject, ownValue, parseJson } from './json.ts'
import { CardFileRejected, FILE_LIMITS, type FileWarning } from './limits.ts'
import {
  decodeLatin1,
  hasValidCrc,
  isPng,
  type PngChunk,
  readAssetBytes,
  readAssetPath,
  readCardBytes,
  readCardKeyword,
  readPngChunks,
} from './png.ts'
import { containsZip, readZip, type ZipArchive } from './zip-reader.ts'

/** `JPEG` is a CHARX behind a JPEG image. */
export type CardFileKind = 'PNG' | 'APNG' | 'JSON' | 'CHARX' | 'JPEG'

/** A file whose card has been found but not interpreted. */
export interface OpenedCardFile {
  kind: CardFileKind
  /** The complete card as it was written. */
  raw: JsonObject
  warnings: FileWarning[]
  /** For a CHARX. */
  archive: ZipArchive | null
  /** For a PNG. */
  chunks: PngChunk[] | null
  /** Images that older PNGs contain beside the card, by the path under which the card names them. */
  inner: ReadonlyMap<string, () => Uint8Array | null>
}

const JPEG_SIGNATURE = [0xff, 0xd8, 0xff]
const CARD_MEMBER_NAME = 'card.json'

/**
 * Finds the card in a file. The bytes decide its type, never its name.
 * @throws CardFileRejected
 */
export function openCardFile(bytes: Uint8Array): OpenedCardFile {
  if (isPng(bytes)) return openPng(bytes)
  if (looksLikeJson(bytes)) return { ...emptyFile('JSON'), raw: requireObject(parseJson(bytes)) }
  const isJpeg = JPEG_SIGNATURE.every((byte, index) => bytes[index] === byte)
  if (containsZip(bytes)) return openZip(bytes, isJpeg ? 'JPEG' : 'CHARX')
  throw new CardFileRejected(isJpeg ? 'no_card' : 'kind')
}

const emptyFile = (kind: CardFileKind) => ({ kind, warnings: [], archive: null, chunks: null, inner: new Map() })

/** White space and a byte order mark may precede the first brace. */
function looksLikeJson(bytes: Uint8Array): boolean {
  return decodeLatin1(bytes.subarray(0, 64)).replace(/^ï»¿/, '').trimStart().startsWith('{')
}

function requireObject(value: Json): JsonObject {
  if (!isObject(value)) throw new CardFileRejected('broken')
  return value
}

function openZip(bytes: Uint8Array, kind: 'CHARX' | 'JPEG'): OpenedCardFile {
  const archive = readZip(bytes)
  const card = archive.members.find((member) => member.name === CARD_MEMBER_NAME)
  if (!card) throw new CardFileRejected('no_card')
  if (card.size > FILE_LIMITS.json) throw new CardFileRejected('too_large')
  return { ...emptyFile(kind), raw: requireObject(parseJson(card.read())), archive }
}

function openPng(bytes: Uint8Array): OpenedCardFile {
  const { chunks, isTruncated } = readPngChunks(bytes)
  const warnings: FileWarning[] = isTruncated ? ['cut_off'] : []
  const found = chunks.filter((chunk) => readCardKeyword(chunk) !== null)
  if (found.some((chunk) => !hasValidCrc(chunk))) warnings.push('checksum')
  const kind = chunks.some((chunk) => chunk.type === 'acTL') ? 'APNG' : 'PNG'
  if (found.length === 0) {
    // A CHARX may be appended to an image of any kind.
    if (!containsZip(bytes)) throw new CardFileRejected('no_card')
    return { ...openZip(bytes, 'CHARX'), kind: 'CHARX', warnings }
  }
  const newest = found.filter((chunk) => readCardKeyword(chunk) === 'ccv3')
  const older = found.filter((chunk) => readCardKeyword(chunk) === 'chara')
  const card = firstReadableCard([...newest, ...older])
  if (newest.length > 0 && readCardKeyword(card.chunk) === 'chara') warnings.push('fell_back')
  if (readCardKeyword(card.chunk) === 'ccv3' && older.some((chunk) => contradicts(chunk, card.raw)))
    warnings.push('two_cards')
  const inner = new Map<string, () => Uint8Array | null>()
  for (const chunk of chunks) {
    const path = readAssetPath(chunk)
    if (path !== null && path !== '') inner.set(path, () => readAssetBytes(chunk))
  }
  return { kind, raw: card.raw, warnings, archive: null, chunks, inner }
}

/**
 * The first chunk with a card that has a name; otherwise the first readable one. If there is none, the error of the first
 * chunk is thrown.
 */
function firstReadableCard(chunks: readonly PngChunk[]): { chunk: PngChunk; raw: JsonObject } {
  let reason: unknown = new CardFileRejected('broken')
  let readable: { chunk: PngChunk; raw: JsonObject } | null = null
  for (const [index, chunk] of chunks.entries()) {
    try {
      const raw = requireObject(parseJson(readCardBytes(chunk)))
      if (isNamedCard(raw)) return { chunk, raw }
      readable ??= { chunk, raw }
    } catch (error) {
      if (index === 0) reason = error
    }
  }
  if (!readable) throw reason
  return readable
}

function isNamedCard(raw: JsonObject): boolean {
  const { kind } = detectFormat(raw)
  const data = ownValue(raw, 'data')
  const names = [ownValue(isObject(data) ? data : {}, 'name'), ownValue(raw, 'name')]
  return kind !== 'unknown' && (kind === 'lorebook' || names.some((name) => coerceText(name).trim() !== ''))
}

const COMPARED_FIELDS = ['name', 'description', 'personality', 'scenario', 'first_mes', 'mes_example'] as const

/** Whether an older chunk beside the newer one is about another character, or has different content. */
function contradicts(chunk: PngChunk, newer: JsonObject): boolean {
  try {
    const older = requireObject(parseJson(readCardBytes(chunk)))
    const [one, other] = [newer, older].map((raw) => (isObject(raw.data) ? raw.data : raw))
    return COMPARED_FIELDS.some((key) => !isDeepEqual(one?.[key] ?? '', other?.[key] ?? ''))
  } catch {
    return false
  }
}
