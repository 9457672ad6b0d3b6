import { LIMITS } from '@everkin/contract/limits.ts'
import { isLocale } from '@everkin/contract/locales.ts'
import { bookOf } from './card-data.ts'
import { type CardFields, OWN_NAMESPACE, type OwnFields } from './card-fields.ts'
import { type Json, type JsonObject, ownValue, storable, withValues } from './json-values.ts'
import { looseNumber, looseObject, looseText, looseTexts, looseWords } from './loose-values.ts'

/** What of a card was too long or too much to be used; all of it stays in the file. */
export interface Shortened {
  /** Fields of which the beginning is used. */
  texts: string[]
  tags: number
  greetings: number
  entries: number
  extensions: number
}

/** Extensions that we act on: they are used however large the rest is. */
export const USED_EXTENSIONS: readonly string[] = ['depth_prompt', 'talkativeness']
/** Of the others so much is carried along with the card, in bytes; more stays in the file alone. */
const CARRIED_EXTENSIONS = 128 * 1024
/** Left for what a card has beside the fields of the format. */
const SPARE = 64 * 1024

/** What a card's data says, every field in its place and within the bounds of a saved card. */
export function readCard(data: JsonObject): { fields: CardFields; own: OwnFields; shortened: Shortened } {
  const shortened: Shortened = { texts: [], tags: 0, greetings: 0, entries: 0, extensions: 0 }
  const text = (key: string, most: number = LIMITS.cardTextBytes) => {
    const whole = looseText(ownValue(data, key)).replaceAll('\r\n', '\n')
    const used = cutToBytes(whole, most)
    if (used !== whole) shortened.texts.push(key)
    return used
  }
  const texts = (key: string) => {
    const all = looseTexts(ownValue(data, key)).map((one) => one.replaceAll('\r\n', '\n'))
    const used = all.slice(0, LIMITS.alternateGreetings).map((one) => cutToBytes(one, LIMITS.cardTextBytes))
    shortened.greetings += all.length - used.length
    return used
  }
  const name = looseText(ownValue(data, 'name')).replace(/\s+/g, ' ').trim()
  const fields: CardFields = {
    name: cutTo(name, LIMITS.nameLength),
    nickname: cutTo(looseText(ownValue(data, 'nickname')).trim(), LIMITS.nameLength),
    description: text('description'),
    personality: text('personality'),
    scenario: text('scenario'),
    first_mes: text('first_mes'),
    mes_example: text('mes_example'),
    system_prompt: text('system_prompt'),
    post_history_instructions: text('post_history_instructions'),
    alternate_greetings: texts('alternate_greetings'),
    group_only_greetings: texts('group_only_greetings'),
    character_book: bookOf(data),
    extensions: extensionsOf(data, shortened),
    creator_notes: text('creator_notes'),
    creator_notes_multilingual: notesOf(ownValue(data, 'creator_notes_multilingual')),
    tags: tagsOf(data, shortened),
  }
  if (name !== fields.name) shortened.texts.push('name')
  fitBook(fields, shortened)
  return { fields, own: ownOf(data), shortened }
}

function tagsOf(data: JsonObject, shortened: Shortened): string[] {
  const all = [...new Map(looseWords(ownValue(data, 'tags')).map((tag) => [tag.toLowerCase(), tag])).values()]
  const used = all.filter((tag) => tag.length <= LIMITS.tagLength).slice(0, LIMITS.tags)
  shortened.tags = all.length - used.length
  return used
}

function extensionsOf(data: JsonObject, shortened: Shortened): JsonObject {
  const all = withValues(storable(looseObject(ownValue(data, 'extensions'))) as JsonObject, {
    [OWN_NAMESPACE]: undefined,
  }) // of an object comes one
  if (bytesOf(all) <= CARRIED_EXTENSIONS) return all
  const used = Object.entries(all).filter(([key]) => USED_EXTENSIONS.includes(key))
  shortened.extensions = Object.keys(all).length - used.length
  return Object.fromEntries(used)
}

/** Leaves the last entries of a book out of what is used until the card can be saved. */
function fitBook(fields: CardFields, shortened: Shortened): void {
  const book = fields.character_book
  if (!book || !Array.isArray(book.entries)) return
  let left = LIMITS.cardBytes - SPARE - bytesOf({ ...fields, character_book: withValues(book, { entries: [] }) })
  const used: Json[] = []
  for (const entry of book.entries.slice(0, LIMITS.loreEntries)) {
    left -= bytesOf(entry) + 1
    if (left < 0) break
    used.push(entry)
  }
  shortened.entries = book.entries.length - used.length
  if (shortened.entries > 0) fields.character_book = withValues(book, { entries: used })
}

function notesOf(value: Json | undefined): Record<string, string> {
  const notes = Object.entries(looseObject(value)).map(([code, text]) => [
    code.toLowerCase(),
    cutToBytes(looseText(text), LIMITS.cardTextBytes),
  ])
  return Object.fromEntries(notes.filter(([code, text]) => /^[a-z]{2,3}(-[a-z]+)?$/.test(code ?? '') && text !== ''))
}

function ownOf(data: JsonObject): OwnFields {
  const own = looseObject(ownValue(looseObject(ownValue(data, 'extensions')), OWN_NAMESPACE))
  const age = looseNumber(ownValue(own, 'age'))
  const gender = ownValue(own, 'gender')
  const rating = ownValue(own, 'rating')
  const language = ownValue(own, 'language')
  return {
    tagline: cutTo(looseText(ownValue(own, 'tagline')).trim(), LIMITS.taglineLength),
    gender: gender === 'male' || gender === 'female' || gender === 'other' ? gender : null,
    age: age !== null && Number.isInteger(age) && age > 0 && age <= 100_000 ? age : null,
    language: typeof language === 'string' && isLocale(language) ? language : null,
    rating: rating === 'sfw' || rating === 'nsfw' ? rating : null,
    voice: storable(ownValue(own, 'voice') ?? null),
  }
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

function cutTo(text: string, most: number): string {
  return text.length <= most
    ? text
    : text
        .slice(0, most)
        .toWellFormed()
        .replace(/\ufffd$/, '')
        .trim()
}

/** The beginning of a text that fits into so many bytes, whole characters only. */
function cutToBytes(text: string, most: number): string {
  if (text.length * 3 <= most || Buffer.byteLength(text) <= most) return text
  return new TextDecoder().decode(Buffer.from(text).subarray(0, most)).replace(/\ufffd+$/, '')
}
