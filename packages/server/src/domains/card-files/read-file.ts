import { createHash } from 'node:crypto'
import { bookOf, dataOf } from './card-data.ts'
import type { CardFields, CardFormat, OwnFields } from './card-fields.ts'
import { detectFormat } from './detect-format.ts'
import { findAssets, isPicture, mainIcon } from './find-assets.ts'
import { findCard } from './find-card.ts'
import { isObject, type Json, type JsonObject, ownValue } from './json-values.ts'
import { type CardFileKind, openFile } from './open-file.ts'
import { fromAgnai, fromTavern, readBook } from './read-book.ts'
import { readCard } from './read-card.ts'
import { type ReportLine, reportOn } from './report-on.ts'
import { CardFileRefused, FILE_LIMITS } from './rules.ts'

/** A character as it was found in a file. */
export interface ReadFile {
  kind: CardFileKind
  format: CardFormat
  fields: CardFields
  own: OwnFields
  /** Of the card as it says it, whatever it is carried in: the same card in another file has the same. */
  contentHash: string
  /** The main picture, as it lies in the file; `whole` means that the file itself is the picture. */
  picture: Uint8Array | 'whole' | null
  /** Pictures in the file, the main one included. */
  pictures: number
  report: ReportLine[]
  /** Every text of the card, for the rules. */
  texts: string[]
}

/** Reads a character with all that has to be told of it. @throws CardFileRefused */
export function readFile(bytes: Uint8Array): ReadFile {
  const found = findCard(bytes)
  const { opened, format, data, fields, own } = found
  const assets = findAssets(data, opened)
  const isPictureFile = opened.kind === 'PNG' || opened.kind === 'APNG' || opened.kind === 'JPEG'
  const icon = mainIcon(assets)
  const inside = icon?.place === 'inside' && isPicture(icon) ? icon.read() : null
  const picture = inside ?? (isPictureFile ? 'whole' : null)
  const others = assets.filter((asset) => asset !== icon && asset.place === 'inside' && isPicture(asset))
  return {
    kind: opened.kind,
    format,
    fields,
    own,
    picture,
    contentHash: createHash('sha256').update(canonical(data)).digest('hex'),
    pictures: others.length + (picture === null ? 0 : 1),
    report: reportOn(found, assets, picture !== null),
    texts: textsOf(opened.raw),
  }
}

/** A lorebook as it was found in a file of its own, or in a character's. */
export interface ReadLorebook {
  book: JsonObject
  name: string
  entries: number
  report: ReportLine[]
  texts: string[]
}

/** Reads a lorebook from any form that it comes in. @throws CardFileRefused; `no_lorebook` where there is none. */
export function readLorebook(bytes: Uint8Array): ReadLorebook {
  const opened = openFile(bytes)
  const detected = detectFormat(opened.raw)
  if (detected.kind === 'unknown') throw new CardFileRefused('no_lorebook')
  const book =
    detected.kind === 'card' ? bookOf(dataOf(opened.raw, detected.format)) : bookIn(opened.raw, detected.form)
  if (!book || !Array.isArray(book.entries)) throw new CardFileRefused('no_lorebook')
  const { fields, shortened } = readCard({ name: 'x', character_book: book })
  const used = fields.character_book ?? book
  return {
    book: used,
    name: typeof book.name === 'string' ? book.name : '',
    entries: Array.isArray(used.entries) ? used.entries.length : 0,
    report: shortened.entries > 0 ? [{ list: 'look', code: 'book_cut', count: shortened.entries }] : [],
    texts: textsOf(book),
  }
}

function bookIn(raw: JsonObject, form: 'lorebook_v3' | 'book' | 'sillytavern' | 'agnai'): JsonObject | null {
  if (form === 'lorebook_v3') return readBook(ownValue(raw, 'data'))
  if (form === 'sillytavern') return fromTavern(raw)
  return form === 'agnai' ? fromAgnai(raw) : readBook(raw)
}

/** Texts that are data written as text are no words. */
const DATA = /^(?:data:|[A-Za-z0-9+/=_-]{2000})/

/** Every text at every level, also under keys that we do not know: none goes out again unread. @throws CardFileRefused */
function textsOf(value: Json): string[] {
  const texts: string[] = []
  let left: number = FILE_LIMITS.text
  const visit = (inner: Json) => {
    if (typeof inner === 'string') {
      if (inner.length < 2 || DATA.test(inner)) return
      left -= inner.length
      if (left < 0) throw new CardFileRefused('too_large')
      texts.push(inner.toWellFormed())
    } else if (Array.isArray(inner)) inner.forEach(visit)
    else if (isObject(inner)) Object.values(inner).forEach(visit)
  }
  visit(value)
  return texts
}

/** JSON with keys in one order. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join()}}`
}
