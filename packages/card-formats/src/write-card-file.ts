import { findMainIcon, isImage, listAssets } from './assets.ts'
import type { CardFields, EverkinFields } from './card-data.ts'
import { coerceBoolean, coerceText } from './coerce.ts'
import { isObject, type JsonObject, ownValue } from './json.ts'
import type { CardLimits } from './limits.ts'
import { type ParsedCard, parseCard } from './parse-card.ts'
import { writeCardPng } from './png.ts'
import type { ReportLine } from './report-line.ts'
import { type CardToWrite, serializeV2, serializeV3 } from './serialize-card.ts'
import { canInline, inlineAssets, writeCharx } from './write-charx.ts'

/** The input for writing a character. */
export interface CardFileToWrite {
  format: 'png' | 'json' | 'charx'
  version: 2 | 3
  /** The file it came from; null for a card that was created here. */
  original: Uint8Array | null
  fields: CardFields
  own: EverkinFields
  creator: string
  source: string
  createdAt: Date
  now: Date
  /** The main image as PNG; null when the file's own is still current, or when there is none. */
  picture: Uint8Array | null
}

/**
 * A character as a file of the requested format and version. `limits` are those with which the original was read;
 * otherwise what they left out would count as edited.
 * @throws Error for a PNG without an image; CardFileRejected for an original that cannot be read
 */
export function writeCardFile(request: CardFileToWrite, limits: CardLimits): Uint8Array {
  const found = request.original ? parseCard(request.original, limits) : null
  const card = toCardToWrite(request, found)
  const opened = found?.opened ?? { archive: null, inner: new Map() }
  if (request.format === 'charx') {
    const isPng = found?.opened.chunks != null
    const picture = request.picture ?? (isPng && isFileMainIcon(found) ? request.original : null)
    return writeCharx(serializeV3(card), opened, picture, request.now)
  }
  if (request.format === 'json') {
    const json =
      request.version === 2 ? serializeV2(card, { warns: false }) : inlineAssets(serializeV3(card), opened, false)
    return Buffer.from(JSON.stringify(json, null, 2), 'utf8')
  }
  const base = request.picture ?? (found?.opened.chunks ? request.original : null)
  if (!base) throw new Error('a picture without pixels')
  return writeCardPng(
    base,
    request.version === 2
      ? { chara: serializeV2(card, { warns: false }) }
      : { ccv3: inlineAssets(serializeV3(card), opened, true), chara: serializeV2(card, { warns: true }) },
  )
}

/** Whether the image of a PNG file is also the card's main icon. */
function isFileMainIcon(found: ParsedCard | null): boolean {
  if (!found) return false
  const icon = findMainIcon(listAssets(found.data, found.opened))
  return icon === null || icon.place === 'default'
}

function toCardToWrite(request: CardFileToWrite, found: ParsedCard | null): CardToWrite {
  const { fields, own, creator, source, createdAt, now } = request
  const from = found && { raw: found.opened.raw, format: found.format, data: found.data, fields: found.fields }
  return { from, fields, own, creator, source, createdAt, now }
}

/** What version 2 cannot hold, and what is lost without an archive. @throws CardFileRejected */
export function listLosses(
  fields: CardFields,
  original: Uint8Array | null,
  limits: CardLimits,
): { version2: ReportLine[]; withoutArchive: ReportLine[] } {
  const found = original ? parseCard(original, limits) : null
  const line = (code: string, count: number): ReportLine[] => (count > 0 ? [{ list: 'look', code, count }] : [])
  const entries = listEntries(fields.character_book)
  const assets = found ? listAssets(found.data, found.opened) : []
  const icon = findMainIcon(assets)
  const others = assets.filter((asset) => asset !== icon && asset.place === 'inside')
  const members = found?.opened.archive?.members ?? []
  const named = new Set(assets.map(({ uri }) => uri.replace(/^[^:]*:(?:\/\/)?/, '')))
  const decorated = entries.filter((entry) => coerceText(ownValue(entry, 'content')).startsWith('@@'))
  return {
    version2: [
      ...line('nickname', fields.nickname === '' ? 0 : 1),
      ...line('group_greetings', fields.group_only_greetings.length),
      ...line('notes_languages', Object.keys(fields.creator_notes_multilingual).length),
      ...line('pictures', others.filter(isImage).length),
      ...line('assets', others.filter((asset) => !isImage(asset)).length),
      ...line('decorators', decorated.length),
      ...line('patterns', entries.filter((entry) => coerceBoolean(ownValue(entry, 'use_regex')) === true).length),
    ],
    withoutArchive: found?.opened.archive
      ? [
          ...(canInline(others) ? [] : line('pictures', others.length)),
          ...line('members', members.filter(({ name }) => name !== 'card.json' && !named.has(name)).length),
        ]
      : [],
  }
}

function listEntries(book: JsonObject | null): JsonObject[] {
  return book && Array.isArray(book.entries) ? book.entries.filter(isObject) : []
}
