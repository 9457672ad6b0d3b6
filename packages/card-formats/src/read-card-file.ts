import { createHash } from 'node:crypto'
import { findMainIcon, isImage, listAssets } from './assets.ts'
import type { CardFields, CardFormat, EverkinFields } from './card-data.ts'
import { detectFormat, extractLorebook, normalizeCardData } from './card-data.ts'
import { createImportReport } from './import-report.ts'
import { isObject, type Json, type JsonObject, ownValue } from './json.ts'
import { CardFileRejected, type CardLimits, FILE_LIMITS } from './limits.ts'
import { reportIgnoredLore } from './lore-report.ts'
import { fromAgnai, fromSillyTavern, readLorebook } from './lorebook.ts'
import { type CardFileKind, openCardFile } from './open-card-file.ts'
import { parseCard, readCardFields } from './parse-card.ts'
import type { ReportLine } from './report-line.ts'

/** A character read from a file. */
export interface ParsedCardFile {
  kind: CardFileKind
  format: CardFormat
  fields: CardFields
  own: EverkinFields
  /** Hash of the card's content, whatever the file type: the same card in another file has the same hash. */
  contentHash: string
  /** The main image as in the file; `whole` means that the file itself is the image. */
  picture: Uint8Array | 'whole' | null
  /** Number of images in the file, including the main one. */
  pictures: number
  report: ReportLine[]
  /** Every text of the card, for the rules. */
  texts: string[]
}

/** Reads a character with its report. @throws CardFileRejected */
export function readCardFile(bytes: Uint8Array, limits: CardLimits): ParsedCardFile {
  const found = parseCard(bytes, limits)
  const { opened, format, data, fields, own } = found
  const assets = listAssets(data, opened)
  const isPictureFile = opened.kind === 'PNG' || opened.kind === 'APNG' || opened.kind === 'JPEG'
  const icon = findMainIcon(assets)
  const inside = icon?.place === 'inside' && isImage(icon) ? icon.read() : null
  const picture = inside ?? (isPictureFile ? 'whole' : null)
  const others = assets.filter((asset) => asset !== icon && asset.place === 'inside' && isImage(asset))
  return {
    kind: opened.kind,
    format,
    fields,
    own,
    picture,
    contentHash: createHash('sha256').update(canonicalJson(data)).digest('hex'),
    pictures: others.length + (picture === null ? 0 : 1),
    report: createImportReport(found, assets, picture !== null),
    texts: collectTexts(opened.raw),
  }
}

/** A lorebook read from a file of its own, or from a character's. */
export interface ParsedLorebook {
  book: JsonObject
  name: string
  entries: number
  report: ReportLine[]
  texts: string[]
}

/** Reads a lorebook in any of its forms. @throws CardFileRejected; `no_lorebook` when there is none. */
export function readLorebookFile(bytes: Uint8Array, limits: CardLimits): ParsedLorebook {
  const opened = openCardFile(bytes)
  const detected = detectFormat(opened.raw)
  if (detected.kind === 'unknown') throw new CardFileRejected('no_lorebook')
  const book =
    detected.kind === 'card'
      ? extractLorebook(normalizeCardData(opened.raw, detected.format))
      : lorebookFrom(opened.raw, detected.form)
  if (!book || !Array.isArray(book.entries)) throw new CardFileRejected('no_lorebook')
  const { fields, shortened } = readCardFields({ name: 'x', character_book: book }, limits)
  const used = fields.character_book ?? book
  return {
    book: used,
    name: typeof book.name === 'string' ? book.name : '',
    entries: Array.isArray(used.entries) ? used.entries.length : 0,
    report: [
      ...(shortened.entries > 0 ? [{ list: 'look' as const, code: 'book_cut', count: shortened.entries }] : []),
      ...reportIgnoredLore(used),
    ],
    texts: collectTexts(book),
  }
}

function lorebookFrom(raw: JsonObject, form: 'lorebook_v3' | 'book' | 'sillytavern' | 'agnai'): JsonObject | null {
  if (form === 'lorebook_v3') return readLorebook(ownValue(raw, 'data'))
  if (form === 'sillytavern') return fromSillyTavern(raw)
  return form === 'agnai' ? fromAgnai(raw) : readLorebook(raw)
}

/**
 * Texts that are encoded data from end to end are not screened as words. A short one may be words without spaces, and
 * one that only begins like data is a text.
 */
const ENCODED_DATA = /^(?:data:[a-z]+\/[\w.+-]+(?:;[\w.+-]+=[\w.+-]+)*;base64,)?[A-Za-z0-9+/_-]{200,}={0,2}$/i
const MIN_ENCODED_LENGTH = 2_000

function isEncodedData(text: string): boolean {
  return (text.length >= MIN_ENCODED_LENGTH || text.startsWith('data:')) && ENCODED_DATA.test(text)
}

/** Every text at every level, also under unknown keys, so that none is exported unscreened. @throws CardFileRejected */
function collectTexts(value: Json): string[] {
  const texts: string[] = []
  let left: number = FILE_LIMITS.text
  const visit = (inner: Json) => {
    if (typeof inner === 'string') {
      if (inner.length < 2 || isEncodedData(inner)) return
      left -= inner.length
      if (left < 0) throw new CardFileRejected('too_large')
      texts.push(inner.toWellFormed())
    } else if (Array.isArray(inner)) inner.forEach(visit)
    else if (isObject(inner)) Object.values(inner).forEach(visit)
  }
  visit(value)
  return texts
}

/** JSON with sorted keys. */
function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (!isObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join()}}`
}
