import type { CARD_FILE_KINDS } from '@everkin/contract/http/card-files.ts'
import { isObject, isSame, type Json, type JsonObject } from './json-values.ts'
import { parseJson } from './parse-json.ts'
import { hasRightSum, isPng, latin1, type PngChunk, readChunks } from './png-chunks.ts'
import { assetBytesOf, assetPathOf, cardBytesOf, cardKeywordOf } from './png-texts.ts'
import { type Archive, holdsArchive, readArchive } from './read-archive.ts'
import { CardFileRefused, FILE_LIMITS, type FileWarning } from './rules.ts'

export type CardFileKind = (typeof CARD_FILE_KINDS)[number]

/** A file whose card has been found, before anything is made of it. */
export interface OpenedFile {
  kind: CardFileKind
  /** All that the card says, as it was written. */
  raw: JsonObject
  warnings: FileWarning[]
  /** Of a CHARX. */
  archive: Archive | null
  /** Of a PNG. */
  chunks: PngChunk[] | null
  /** Pictures that older PNGs carry beside the card, by the path under which the card names them. */
  inner: ReadonlyMap<string, () => Uint8Array | null>
}

const JPEG = [0xff, 0xd8, 0xff]
const CARD_MEMBER = 'card.json'

/**
 * Finds the card in a file. Its bytes say what it is, never its name.
 * @throws CardFileRefused
 */
export function openFile(bytes: Uint8Array): OpenedFile {
  if (isPng(bytes)) return openPng(bytes)
  if (startsWithJson(bytes)) return { ...plain('JSON'), raw: objectIn(parseJson(bytes)) }
  const isJpeg = JPEG.every((byte, index) => bytes[index] === byte)
  if (holdsArchive(bytes)) return openArchive(bytes, isJpeg ? 'JPEG' : 'CHARX')
  throw new CardFileRefused(isJpeg ? 'no_card' : 'kind')
}

const plain = (kind: CardFileKind) => ({ kind, warnings: [], archive: null, chunks: null, inner: new Map() })

/** White space and a byte order mark may stand before the first brace. */
function startsWithJson(bytes: Uint8Array): boolean {
  return latin1(bytes.subarray(0, 64)).replace(/^ï»¿/, '').trimStart().startsWith('{')
}

function objectIn(value: Json): JsonObject {
  if (!isObject(value)) throw new CardFileRefused('broken')
  return value
}

function openArchive(bytes: Uint8Array, kind: 'CHARX' | 'JPEG'): OpenedFile {
  const archive = readArchive(bytes)
  const card = archive.members.find((member) => member.name === CARD_MEMBER)
  if (!card) throw new CardFileRefused('no_card')
  if (card.size > FILE_LIMITS.json) throw new CardFileRefused('too_large')
  return { ...plain(kind), raw: objectIn(parseJson(card.read())), archive }
}

function openPng(bytes: Uint8Array): OpenedFile {
  const { chunks, isCutOff } = readChunks(bytes)
  const warnings: FileWarning[] = isCutOff ? ['cut_off'] : []
  const found = chunks.filter((chunk) => cardKeywordOf(chunk) !== null)
  if (found.some((chunk) => !hasRightSum(chunk))) warnings.push('checksum')
  const kind = chunks.some((chunk) => chunk.type === 'acTL') ? 'APNG' : 'PNG'
  if (found.length === 0) {
    // A CHARX may lie behind a picture of any kind.
    if (!holdsArchive(bytes)) throw new CardFileRefused('no_card')
    return { ...openArchive(bytes, 'CHARX'), kind: 'CHARX', warnings }
  }
  const newest = found.filter((chunk) => cardKeywordOf(chunk) === 'ccv3')
  const older = found.filter((chunk) => cardKeywordOf(chunk) === 'chara')
  const card = firstReadable([...newest, ...older])
  if (newest.length > 0 && cardKeywordOf(card.chunk) === 'chara') warnings.push('fell_back')
  if (cardKeywordOf(card.chunk) === 'ccv3' && older.some((chunk) => tellsOtherwise(chunk, card.raw)))
    warnings.push('two_cards')
  const inner = new Map<string, () => Uint8Array | null>()
  for (const chunk of chunks) {
    const path = assetPathOf(chunk)
    if (path !== null && path !== '') inner.set(path, () => assetBytesOf(chunk))
  }
  return { kind, raw: card.raw, warnings, archive: null, chunks, inner }
}

/** The first chunk that holds a card; where none can be read, the first one's reason counts. */
function firstReadable(chunks: readonly PngChunk[]): { chunk: PngChunk; raw: JsonObject } {
  let reason: unknown = new CardFileRefused('broken')
  for (const [index, chunk] of chunks.entries()) {
    try {
      return { chunk, raw: objectIn(parseJson(cardBytesOf(chunk))) }
    } catch (error) {
      if (index === 0) reason = error
    }
  }
  throw reason
}

const TOLD = ['name', 'description', 'personality', 'scenario', 'first_mes', 'mes_example'] as const

/** Whether an older chunk beside the newer one is about another character, or says something else of it. */
function tellsOtherwise(chunk: PngChunk, newer: JsonObject): boolean {
  try {
    const older = objectIn(parseJson(cardBytesOf(chunk)))
    const [one, other] = [newer, older].map((raw) => (isObject(raw.data) ? raw.data : raw))
    return TOLD.some((key) => !isSame(one?.[key] ?? '', other?.[key] ?? ''))
  } catch {
    return false
  }
}
