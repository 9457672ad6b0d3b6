import {
  type CardFields,
  type CardFormat,
  detectFormat,
  EVERKIN_NAMESPACE,
  type EverkinFields,
  extractLorebook,
  normalizeCardData,
} from './card-data.ts'
import { coerceNumber, coerceObject, coerceText, coerceTextList, coerceWordList } from './coerce.ts'
import { type Json, type JsonObject, ownValue, toStorable, withValues } from './json.ts'
import { CardFileRejected, type CardLimits } from './limits.ts'
import { type OpenedCardFile, openCardFile } from './open-card-file.ts'

/** What of a card exceeded the limits and is not used; all of it stays in the file. */
export interface Truncation {
  /** Fields of which only the beginning is used. */
  texts: string[]
  tags: number
  greetings: number
  entries: number
  extensions: number
}

/** Extensions that we use, however large the rest is. */
export const SUPPORTED_EXTENSIONS: readonly string[] = ['depth_prompt', 'talkativeness']
const LANGUAGE_CODE = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i
/** The size of other extensions stored with the card, in bytes; larger ones stay in the file alone. */
const MAX_EXTENSIONS_BYTES = 128 * 1024
/** Reserved for what a card has beside the fields of the format. */
const RESERVED_BYTES = 64 * 1024

/** The fields of a card's data, complete and within the limits of a stored card. */
export function readCardFields(
  data: JsonObject,
  limits: CardLimits,
): { fields: CardFields; own: EverkinFields; shortened: Truncation } {
  const shortened: Truncation = { texts: [], tags: 0, greetings: 0, entries: 0, extensions: 0 }
  const text = (key: string, maxBytes: number = limits.cardTextBytes) => {
    const whole = coerceText(ownValue(data, key)).replaceAll('\r\n', '\n')
    const used = truncateToBytes(whole, maxBytes)
    if (used !== whole) shortened.texts.push(key)
    return used
  }
  const texts = (key: string) => {
    const all = coerceTextList(ownValue(data, key)).map((one) => one.replaceAll('\r\n', '\n'))
    const used = all.slice(0, limits.alternateGreetings).map((one) => truncateToBytes(one, limits.cardTextBytes))
    shortened.greetings += all.length - used.length
    return used
  }
  const name = coerceText(ownValue(data, 'name')).replace(/\s+/g, ' ').trim()
  const fields: CardFields = {
    name: truncateText(name, limits.nameLength),
    nickname: truncateText(coerceText(ownValue(data, 'nickname')).trim(), limits.nameLength),
    description: text('description'),
    personality: text('personality'),
    scenario: text('scenario'),
    first_mes: text('first_mes'),
    mes_example: text('mes_example'),
    system_prompt: text('system_prompt'),
    post_history_instructions: text('post_history_instructions'),
    alternate_greetings: texts('alternate_greetings'),
    group_only_greetings: texts('group_only_greetings'),
    character_book: extractLorebook(data),
    extensions: readExtensions(data, shortened),
    creator_notes: text('creator_notes'),
    creator_notes_multilingual: readNotes(ownValue(data, 'creator_notes_multilingual'), limits),
    tags: readTags(data, limits, shortened),
  }
  if (name !== fields.name) shortened.texts.push('name')
  truncateLorebook(fields, limits, shortened)
  return { fields, own: readEverkinFields(data, limits), shortened }
}

function readTags(data: JsonObject, limits: CardLimits, shortened: Truncation): string[] {
  const all = [...new Map(coerceWordList(ownValue(data, 'tags')).map((tag) => [tag.toLowerCase(), tag])).values()]
  const used = all.filter((tag) => tag.length <= limits.tagLength).slice(0, limits.tags)
  shortened.tags = all.length - used.length
  return used
}

function readExtensions(data: JsonObject, shortened: Truncation): JsonObject {
  const all = withValues(toStorable(coerceObject(ownValue(data, 'extensions'))) as JsonObject, {
    [EVERKIN_NAMESPACE]: undefined,
  }) // an object gives an object
  if (jsonBytes(all) <= MAX_EXTENSIONS_BYTES) return all
  const used = Object.entries(all).filter(([key]) => SUPPORTED_EXTENSIONS.includes(key))
  shortened.extensions = Object.keys(all).length - used.length
  return Object.fromEntries(used)
}

/** Drops the last entries of a lorebook until the card can be stored. */
function truncateLorebook(fields: CardFields, limits: CardLimits, shortened: Truncation): void {
  const book = fields.character_book
  if (!book || !Array.isArray(book.entries)) return
  let left =
    limits.cardBytes - RESERVED_BYTES - jsonBytes({ ...fields, character_book: withValues(book, { entries: [] }) })
  const used: Json[] = []
  for (const entry of book.entries.slice(0, limits.loreEntries)) {
    left -= jsonBytes(entry) + 1
    if (left < 0) break
    used.push(entry)
  }
  shortened.entries = book.entries.length - used.length
  if (shortened.entries > 0) fields.character_book = withValues(book, { entries: used })
}

function readNotes(value: Json | undefined, limits: CardLimits): Record<string, string> {
  const notes = Object.entries(coerceObject(value)).map(([code, text]) => [
    code.toLowerCase(),
    truncateToBytes(coerceText(text), limits.cardTextBytes),
  ])
  return Object.fromEntries(notes.filter(([code, text]) => /^[a-z]{2,3}(-[a-z]+)?$/.test(code ?? '') && text !== ''))
}

function readEverkinFields(data: JsonObject, limits: CardLimits): EverkinFields {
  const own = coerceObject(ownValue(coerceObject(ownValue(data, 'extensions')), EVERKIN_NAMESPACE))
  const age = coerceNumber(ownValue(own, 'age'))
  const gender = ownValue(own, 'gender')
  const rating = ownValue(own, 'rating')
  const language = ownValue(own, 'language')
  return {
    tagline: truncateText(coerceText(ownValue(own, 'tagline')).trim(), limits.taglineLength),
    gender: gender === 'male' || gender === 'female' || gender === 'other' ? gender : null,
    age: age !== null && Number.isInteger(age) && age > 0 && age <= 100_000 ? age : null,
    language: typeof language === 'string' && LANGUAGE_CODE.test(language) ? language : null,
    rating: rating === 'sfw' || rating === 'nsfw' ? rating : null,
    voice: toStorable(ownValue(own, 'voice') ?? null),
  }
}

const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

function truncateText(text: string, maxBytes: number): string {
  return text.length <= maxBytes
    ? text
    : text
        .slice(0, maxBytes)
        .toWellFormed()
        .replace(/\ufffd$/, '')
        .trim()
}

/** The beginning of a text that fits into this many bytes, whole characters only. */
function truncateToBytes(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text
  return new TextDecoder().decode(Buffer.from(text).subarray(0, maxBytes)).replace(/\ufffd+$/, '')
}

/** A card with all that its file contains, for export. */
export interface ParsedCard {
  opened: OpenedCardFile
  format: CardFormat
  data: JsonObject
  fields: CardFields
  own: EverkinFields
  shortened: Truncation
  /** Its format version is newer than ours. */
  isNewer: boolean
}

/**
 * Finds the character in a file.
 * @throws CardFileRejected; `lorebook` for a file that only holds a lorebook.
 */
export function parseCard(bytes: Uint8Array, limits: CardLimits): ParsedCard {
  const opened = openCardFile(bytes)
  const detected = detectFormat(opened.raw)
  if (detected.kind === 'lorebook') throw new CardFileRejected('lorebook')
  if (detected.kind === 'unknown') throw new CardFileRejected('no_card')
  const data = normalizeCardData(opened.raw, detected.format)
  const { fields, own, shortened } = readCardFields(data, limits)
  if (fields.name === '') throw new CardFileRejected('no_name')
  return { opened, format: detected.format, data, fields, own, shortened, isNewer: detected.isNewer }
}
