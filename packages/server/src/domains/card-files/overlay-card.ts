import type { CardFields } from './card-fields.ts'
import { isObject, isSame, type Json, type JsonObject, ownValue, withValues } from './json-values.ts'
import { looseObject, looseTexts, looseWords } from './loose-values.ts'
import { USED_EXTENSIONS } from './read-card.ts'

/** What an entry of a lorebook may say by the specifications: what is taken out of these was meant to go. */
const ENTRY_FIELDS = [
  'keys',
  'content',
  'enabled',
  'insertion_order',
  'case_sensitive',
  'name',
  'priority',
  'id',
  'comment',
  'selective',
  'secondary_keys',
  'constant',
  'position',
  'use_regex',
]
const BOOK_FIELDS = ['name', 'description', 'scan_depth', 'token_budget', 'recursive_scanning']

/**
 * Lays what a card has become over what its file says. Where nothing was changed (`said`, as the file was read, equals
 * `is`), the file's own value stays as it was written; unknown keys stay at every level, and so does what was too much
 * to be used.
 */
export function overlayCard(data: JsonObject, said: CardFields, is: CardFields): JsonObject {
  const keys = Object.keys(is) as (keyof CardFields)[] // its own
  const changed = keys.filter((key) => !saysSame(key, said[key], is[key]))
  return withValues(
    data,
    Object.fromEntries(changed.map((key) => [key, overlayField(key, ownValue(data, key), said, is)])),
  )
}

/** Saving trims a text's ends and gives known tags their own writing: neither is an edit. */
function saysSame(key: keyof CardFields, said: unknown, is: unknown): boolean {
  if (Array.isArray(said) && Array.isArray(is))
    return said.length === is.length && said.every((one, index) => saysSame(key, one, is[index]))
  if (typeof said !== 'string' || typeof is !== 'string') return isSame(said, is)
  return key === 'tags' ? foldTag(said) === foldTag(is) : said.trim() === is.trim()
}

const foldTag = (tag: string) => tag.toLowerCase().replace(/[\s_-]+/g, '')

function overlayField(
  key: keyof CardFields,
  raw: Json | undefined,
  said: CardFields,
  is: CardFields,
): Json | undefined {
  switch (key) {
    case 'extensions':
      return overlayObject(looseObject(raw), said.extensions, is.extensions, USED_EXTENSIONS)
    case 'character_book':
      if (!is.character_book || !said.character_book || !isObject(raw)) return is.character_book ?? undefined
      return overlayBook(raw, said.character_book, is.character_book)
    case 'tags':
      return overlayTags(looseWords(raw), said.tags, is.tags)
    case 'alternate_greetings':
    case 'group_only_greetings':
      return [...is[key], ...looseTexts(raw).slice(said[key].length)]
    case 'nickname':
      return is.nickname === '' ? undefined : is.nickname
    case 'creator_notes_multilingual':
      return overlayObject(looseObject(raw), said[key], is[key], Object.keys(said[key]))
    default:
      return is[key]
  }
}

/** Tags in the writing of the file where it has them; those that were too many or too long to be used stay. */
function overlayTags(raw: readonly string[], said: readonly string[], is: readonly string[]): string[] {
  const now = new Set(is.map(foldTag))
  const hidden = raw.filter((tag) => !said.includes(tag) && !now.has(foldTag(tag)))
  return [...is.map((tag) => said.find((other) => foldTag(other) === foldTag(tag)) ?? tag), ...hidden]
}

/** Keys that `is` no longer has go if they are known, and stay if they are not. */
function overlayObject(raw: JsonObject, said: JsonObject, is: JsonObject, known: readonly string[]): JsonObject {
  const changed = Object.entries(is).filter(([key, value]) => !isSame(ownValue(said, key), value))
  const gone = known.filter((key) => ownValue(said, key) !== undefined && ownValue(is, key) === undefined)
  return withValues(raw, {
    ...Object.fromEntries(changed.map(([key, value]) => [key, overlayValue(raw, said, key, value)])),
    ...Object.fromEntries(gone.map((key) => [key, undefined])),
  })
}

function overlayValue(raw: JsonObject, said: JsonObject, key: string, value: Json): Json {
  const [own, before] = [ownValue(raw, key), ownValue(said, key)]
  return isObject(own) && isObject(before) && isObject(value) ? overlayObject(own, before, value, []) : value
}

function overlayBook(raw: JsonObject, said: JsonObject, is: JsonObject): JsonObject {
  const listed = ownValue(raw, 'entries')
  const rawEntries = (Array.isArray(listed) ? listed : isObject(listed) ? Object.values(listed) : []).filter(isObject)
  const [before, after] = [entriesOf(said), entriesOf(is)]
  const isTavern = rawEntries.some((entry) => ownValue(entry, 'key') !== undefined)
  const written = isTavern ? before : rawEntries
  const entries = pairEntries(before, after).map(({ entry, from }) => {
    const [own, was] = [from < 0 ? undefined : written[from], before[from]]
    if (!own || !was) return entry
    return isSame(was, entry) ? own : overlayObject(own, was, entry, ENTRY_FIELDS)
  })
  const book = overlayObject(
    raw,
    withValues(said, { entries: undefined }),
    withValues(is, { entries: undefined }),
    BOOK_FIELDS,
  )
  return withValues(book, { entries: [...entries, ...written.slice(before.length)] })
}

/** Which entry of before each entry is: the same, else one with its id, else one with its keys or its text; -1 for new. */
function pairEntries(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
): { entry: JsonObject; from: number }[] {
  const free = new Set(before.keys())
  const pairs = after.map((entry, index) => ({ entry, from: isSame(before[index], entry) ? index : -1 }))
  for (const { from } of pairs) free.delete(from)
  const bySaying = (say: (entry: JsonObject) => string | null) => {
    const places = new Map<string, number[]>()
    for (const place of free) {
      const saying = say(before[place] ?? {})
      if (saying !== null) places.set(saying, [...(places.get(saying) ?? []), place])
    }
    for (const pair of pairs) {
      if (pair.from >= 0) continue
      const place = places.get(say(pair.entry) ?? '')?.shift()
      if (place === undefined) continue
      pair.from = place
      free.delete(place)
    }
  }
  bySaying((entry) => JSON.stringify(sorted(entry)))
  bySaying((entry) => (ownValue(entry, 'id') == null ? null : JSON.stringify(entry.id)))
  bySaying((entry) => JSON.stringify(ownValue(entry, 'content') ?? ''))
  bySaying((entry) => JSON.stringify(ownValue(entry, 'keys') ?? []))
  return pairs
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key] ?? null)]),
  )
}

function entriesOf(book: JsonObject): JsonObject[] {
  return Array.isArray(book.entries) ? book.entries.filter(isObject) : []
}
