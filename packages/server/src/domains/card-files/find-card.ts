import { dataOf } from './card-data.ts'
import type { CardFields, CardFormat, OwnFields } from './card-fields.ts'
import { detectFormat } from './detect-format.ts'
import type { JsonObject } from './json-values.ts'
import { type OpenedFile, openFile } from './open-file.ts'
import { readCard, type Shortened } from './read-card.ts'
import { CardFileRefused } from './rules.ts'

/** A card with all that its file holds, for those who write it anew. */
export interface FoundCard {
  opened: OpenedFile
  format: CardFormat
  data: JsonObject
  fields: CardFields
  own: OwnFields
  shortened: Shortened
  /** It is of a version that came after ours. */
  isNewer: boolean
}

/**
 * Finds the character in a file.
 * @throws CardFileRefused; `lorebook` for a file that holds one alone.
 */
export function findCard(bytes: Uint8Array): FoundCard {
  const opened = openFile(bytes)
  const detected = detectFormat(opened.raw)
  if (detected.kind === 'lorebook') throw new CardFileRefused('lorebook')
  if (detected.kind === 'unknown') throw new CardFileRefused('no_card')
  const data = dataOf(opened.raw, detected.format)
  const { fields, own, shortened } = readCard(data)
  if (fields.name === '') throw new CardFileRefused('no_name')
  return { opened, format: detected.format, data, fields, own, shortened, isNewer: detected.isNewer }
}
