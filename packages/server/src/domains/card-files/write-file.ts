import type { CardFields, OwnFields } from './card-fields.ts'
import { findAssets, isPicture, mainIcon } from './find-assets.ts'
import { type FoundCard, findCard } from './find-card.ts'
import { isObject, type JsonObject, ownValue } from './json-values.ts'
import { looseFlag, looseText } from './loose-values.ts'

import type { ReportLine } from './report-on.ts'
import { fitsInText, writeArchive, writeAssetsIn } from './write-archive.ts'
import { type CardToWrite, writeSecond, writeThird } from './write-card.ts'
import { writePng } from './write-png.ts'

/** What a character is written from. */
export interface FileToWrite {
  format: 'png' | 'json' | 'charx'
  version: 2 | 3
  /** The file that it came from; null for one that was made here. */
  original: Uint8Array | null
  is: CardFields
  own: OwnFields
  creator: string
  source: string
  createdAt: Date
  now: Date
  /** The main picture as PNG; null where the file's own is still it, or where there is none. */
  picture: Uint8Array | null
}

/** A character as a file of the format and version that was asked for. @throws Error for a PNG without a picture */
export async function writeFile(wish: FileToWrite): Promise<Uint8Array> {
  const found = wish.original ? findCard(wish.original) : null
  const card = cardToWrite(wish, found)
  const opened = found?.opened ?? { archive: null, inner: new Map() }
  if (wish.format === 'charx') {
    const isPng = found?.opened.chunks != null
    const picture = wish.picture ?? (isPng && iconIsFile(found) ? wish.original : null)
    return await writeArchive(writeThird(card), opened, picture, wish.now)
  }
  if (wish.format === 'json') {
    const json =
      wish.version === 2 ? writeSecond(card, { warns: false }) : writeAssetsIn(writeThird(card), opened, false)
    return Buffer.from(JSON.stringify(json, null, 2), 'utf8')
  }
  const base = wish.picture ?? (found?.opened.chunks ? wish.original : null)
  if (!base) throw new Error('a picture without pixels')
  return writePng(
    base,
    wish.version === 2
      ? { chara: writeSecond(card, { warns: false }) }
      : { ccv3: writeAssetsIn(writeThird(card), opened, true), chara: writeSecond(card, { warns: true }) },
  )
}

/** Whether the picture that a PNG is stands for the card, too. */
function iconIsFile(found: FoundCard | null): boolean {
  if (!found) return false
  const icon = mainIcon(findAssets(found.data, found.opened))
  return icon === null || icon.place === 'default'
}

function cardToWrite(wish: FileToWrite, found: FoundCard | null): CardToWrite {
  const { is, own, creator, source, createdAt, now } = wish
  const from = found && { raw: found.opened.raw, format: found.format, data: found.data, said: found.fields }
  return { from, is, own, creator, source, createdAt, now }
}

/** What version 2 has no place for, and what leaves a character that is carried in no archive. */
export function lossesOf(is: CardFields, original: Uint8Array | null): { second: ReportLine[]; plain: ReportLine[] } {
  const found = original ? findCard(original) : null
  const line = (code: string, count: number): ReportLine[] => (count > 0 ? [{ list: 'look', code, count }] : [])
  const entries = entriesOf(is.character_book)
  const assets = found ? findAssets(found.data, found.opened) : []
  const icon = mainIcon(assets)
  const others = assets.filter((asset) => asset !== icon && asset.place === 'inside')
  const members = found?.opened.archive?.members ?? []
  const named = new Set(assets.map(({ uri }) => uri.replace(/^[^:]*:(?:\/\/)?/, '')))
  const decorated = entries.filter((entry) => looseText(ownValue(entry, 'content')).startsWith('@@'))
  return {
    second: [
      ...line('nickname', is.nickname === '' ? 0 : 1),
      ...line('group_greetings', is.group_only_greetings.length),
      ...line('notes_languages', Object.keys(is.creator_notes_multilingual).length),
      ...line('pictures', others.filter(isPicture).length),
      ...line('assets', others.filter((asset) => !isPicture(asset)).length),
      ...line('decorators', decorated.length),
      ...line('patterns', entries.filter((entry) => looseFlag(ownValue(entry, 'use_regex')) === true).length),
    ],
    plain: found?.opened.archive
      ? [
          ...(fitsInText(others) ? [] : line('pictures', others.length)),
          ...line('members', members.filter(({ name }) => name !== 'card.json' && !named.has(name)).length),
        ]
      : [],
  }
}

function entriesOf(book: JsonObject | null): JsonObject[] {
  return book && Array.isArray(book.entries) ? book.entries.filter(isObject) : []
}
