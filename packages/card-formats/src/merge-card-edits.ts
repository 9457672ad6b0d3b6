import type { CardFields } from './card-data.ts'
import { coerceObject, coerceTextList, coerceWordList } from './coerce.ts'
import { isDeepEqual, isObject, type Json, type JsonObject, ownValue, withValues } from './json.ts'
import { SUPPORTED_EXTENSIONS } from './parse-card.ts'

/** The specified fields of a lorebook entry: removing one of these is an edit. */
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
 * Merges the edits of a card into its file's data. Where nothing was changed (`original`, as the file was read, equals
 * `current`), the file's own value stays as it was written. Unknown keys stay at every level, and so does what exceeded
 * the limits and was not used.
 */
export function mergeCardEdits(data: JsonObject, original: CardFields, current: CardFields): JsonObject {
  const keys = Object.keys(current) as (keyof CardFields)[] // its own
  const changed = keys.filter((key) => !isUnchanged(key, original[key], current[key]))
  return withValues(
    data,
    Object.fromEntries(changed.map((key) => [key, mergeField(key, ownValue(data, key), original, current)])),
  )
}

/** Saving trims texts and normalises known tags: neither is an edit. */
function isUnchanged(key: keyof CardFields, original: unknown, current: unknown): boolean {
  if (Array.isArray(original) && Array.isArray(current))
    return original.length === current.length && original.every((one, index) => isUnchanged(key, one, current[index]))
  if (typeof original !== 'string' || typeof current !== 'string') return isDeepEqual(original, current)
  return key === 'tags' ? normalizeTag(original) === normalizeTag(current) : original.trim() === current.trim()
}

const normalizeTag = (tag: string) => tag.toLowerCase().replace(/[\s_-]+/g, '')

function mergeField(
  key: keyof CardFields,
  raw: Json | undefined,
  original: CardFields,
  current: CardFields,
): Json | undefined {
  switch (key) {
    case 'extensions':
      return mergeObject(coerceObject(raw), original.extensions, current.extensions, SUPPORTED_EXTENSIONS)
    case 'character_book':
      if (!current.character_book || !original.character_book || !isObject(raw))
        return current.character_book ?? undefined
      return mergeLorebook(raw, original.character_book, current.character_book)
    case 'tags':
      return mergeTags(coerceWordList(raw), original.tags, current.tags)
    case 'alternate_greetings':
    case 'group_only_greetings':
      return [...current[key], ...coerceTextList(raw).slice(original[key].length)]
    case 'nickname':
      return current.nickname === '' ? undefined : current.nickname
    case 'creator_notes_multilingual':
      return mergeObject(coerceObject(raw), original[key], current[key], Object.keys(original[key]))
    default:
      return current[key]
  }
}

/** Tags in the file's spelling where it has them; those that were too many or too long to be used stay. */
function mergeTags(raw: readonly string[], original: readonly string[], current: readonly string[]): string[] {
  const now = new Set(current.map(normalizeTag))
  const hidden = raw.filter((tag) => !original.includes(tag) && !now.has(normalizeTag(tag)))
  return [
    ...current.map((tag) => original.find((other) => normalizeTag(other) === normalizeTag(tag)) ?? tag),
    ...hidden,
  ]
}

/** Keys missing from `current` are removed if they are known, and stay if they are not. */
function mergeObject(raw: JsonObject, original: JsonObject, current: JsonObject, known: readonly string[]): JsonObject {
  const changed = Object.entries(current).filter(([key, value]) => !isDeepEqual(ownValue(original, key), value))
  const removedKeys = known.filter(
    (key) => ownValue(original, key) !== undefined && ownValue(current, key) === undefined,
  )
  return withValues(raw, {
    ...Object.fromEntries(changed.map(([key, value]) => [key, mergeValue(raw, original, key, value)])),
    ...Object.fromEntries(removedKeys.map((key) => [key, undefined])),
  })
}

function mergeValue(raw: JsonObject, original: JsonObject, key: string, value: Json): Json {
  const [own, before] = [ownValue(raw, key), ownValue(original, key)]
  return isObject(own) && isObject(before) && isObject(value) ? mergeObject(own, before, value, []) : value
}

function mergeLorebook(raw: JsonObject, original: JsonObject, current: JsonObject): JsonObject {
  const listed = ownValue(raw, 'entries')
  const rawEntries = (Array.isArray(listed) ? listed : isObject(listed) ? Object.values(listed) : []).filter(isObject)
  const [before, after] = [listEntries(original), listEntries(current)]
  const isTavern = rawEntries.some((entry) => ownValue(entry, 'key') !== undefined)
  const written = isTavern ? before : rawEntries
  const entries = matchEntries(before, after).map(({ entry, from }) => {
    const [own, was] = [from < 0 ? undefined : written[from], before[from]]
    if (!own || !was) return entry
    return isDeepEqual(was, entry) ? own : mergeObject(own, was, entry, ENTRY_FIELDS)
  })
  const book = mergeObject(
    raw,
    withValues(original, { entries: undefined }),
    withValues(current, { entries: undefined }),
    BOOK_FIELDS,
  )
  return withValues(book, { entries: [...entries, ...written.slice(before.length)] })
}

/** The earlier entry for each entry: the same one, else one with its id, else with its keys or text; -1 for new. */
function matchEntries(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
): { entry: JsonObject; from: number }[] {
  const free = new Set(before.keys())
  const pairs = after.map((entry, index) => ({ entry, from: isDeepEqual(before[index], entry) ? index : -1 }))
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
  bySaying((entry) => JSON.stringify(sortKeys(entry)))
  bySaying((entry) => (ownValue(entry, 'id') == null ? null : JSON.stringify(entry.id)))
  bySaying((entry) => JSON.stringify(ownValue(entry, 'content') ?? ''))
  bySaying((entry) => JSON.stringify(ownValue(entry, 'keys') ?? []))
  return pairs
}

function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys(value[key] ?? null)]),
  )
}

function listEntries(book: JsonObject): JsonObject[] {
  return Array.isArray(book.entries) ? book.entries.filter(isObject) : []
}
