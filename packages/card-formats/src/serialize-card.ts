import {
  BACKFILL_WARNING,
  type CardFields,
  type CardFormat,
  EVERKIN_NAMESPACE,
  type EverkinFields,
  V1_FIELDS,
} from './card-data.ts'
import { coerceBoolean, coerceNumber, coerceObject, coerceText, coerceTextList, coerceWordList } from './coerce.ts'
import { isDeepEqual, isObject, type Json, type JsonObject, ownValue, withValues } from './json.ts'
import { splitDecorators } from './lore-decorators.ts'
import { readLorebook } from './lorebook.ts'
import { mergeCardEdits } from './merge-card-edits.ts'

/** A card in its current state, and the data of the file it came from. */
export interface CardToWrite {
  /** Null for a card that was created here. */
  from: { raw: JsonObject; format: CardFormat; data: JsonObject; fields: CardFields } | null
  fields: CardFields
  own: EverkinFields
  /** The creator's name, for a card that names nobody. */
  creator: string
  /** The card's URL here; added to its list of sources. */
  source: string
  createdAt: Date
  now: Date
}

/** Fields that only version 3 has; it shares all others with version 2. */
const V3_ONLY_FIELDS = [
  'assets',
  'nickname',
  'creator_notes_multilingual',
  'source',
  'group_only_greetings',
  'creation_date',
  'modification_date',
] as const

/** The card as JSON of version 3: the file's own values where unchanged, and every mandatory field. */
export function serializeV3(card: CardToWrite): JsonObject {
  const { from, fields, now } = card
  const data = mergeCardEdits(from?.data ?? {}, from?.fields ?? EMPTY_FIELDS, fields)
  const sources = coerceTextList(ownValue(data, 'source'))
  return buildRoot(card, 'chara_card_v3', '3.0', {
    ...completeData(data, card),
    group_only_greetings: toTextList(ownValue(data, 'group_only_greetings')),
    source: sources.includes(card.source) ? sources : [...sources, card.source],
    creation_date: ownValue(data, 'creation_date') ?? (from ? undefined : toUnixSeconds(card.createdAt)),
    modification_date: toUnixSeconds(now),
    character_book: completeLorebook(data, (entry) =>
      withValues(entry, { use_regex: coerceBoolean(ownValue(entry, 'use_regex')) ?? false }),
    ),
  })
}

/**
 * The card as JSON of version 2, without any field of version 3, unless an older file had it as a key of its own.
 * `warns` adds the warning before the notes that belongs there beside a newer card.
 */
export function serializeV2(card: CardToWrite, { warns }: { warns: boolean }): JsonObject {
  const { from, fields } = card
  const data = completeData(mergeCardEdits(from?.data ?? {}, from?.fields ?? EMPTY_FIELDS, fields), card)
  const isOlder = from?.format === 'v1' || from?.format === 'v2'
  const dropped = V3_ONLY_FIELDS.filter((key) => !(isOlder && from && ownValue(from.data, key) !== undefined))
  const notes = coerceText(ownValue(data, 'creator_notes'))
  return buildRoot(card, 'chara_card_v2', '2.0', {
    ...data,
    ...Object.fromEntries(dropped.map((key) => [key, undefined])),
    character_book: completeLorebook(data, (entry) => toV2Entry(entry, isOlder)),
    ...(warns && { creator_notes: notes === '' ? BACKFILL_WARNING : `${BACKFILL_WARNING}\n\n${notes}` }),
  })
}

function toV2Entry(entry: JsonObject, isOlder: boolean): JsonObject {
  const id = ownValue(entry, 'id')
  return withValues(entry, {
    content: splitDecorators(coerceText(ownValue(entry, 'content'))).text,
    ...(!isOlder && { use_regex: undefined }),
    ...(!isOlder && typeof id === 'string' && { id: undefined }),
  })
}

/** The fields of an empty card: the base for a card that was created here. */
const EMPTY_FIELDS: CardFields = {
  name: '',
  nickname: '',
  description: '',
  personality: '',
  scenario: '',
  first_mes: '',
  mes_example: '',
  system_prompt: '',
  post_history_instructions: '',
  creator_notes: '',
  creator_notes_multilingual: {},
  alternate_greetings: [],
  group_only_greetings: [],
  tags: [],
  character_book: null,
  extensions: {},
}

/** The file's root with the fields that the specification requires; repeated fields follow the values under `data`. */
function buildRoot(
  card: CardToWrite,
  spec: string,
  version: string,
  values: Record<string, Json | undefined>,
): JsonObject {
  const raw = card.from?.raw ?? {}
  const before = card.from?.data ?? {}
  const data = withValues({}, values)
  const twice = V1_FIELDS.filter(
    (key) => ownValue(raw, key) !== undefined && isDeepEqual(ownValue(raw, key), ownValue(before, key)),
  )
  return withValues(raw, {
    ...Object.fromEntries(twice.map((key) => [key, ownValue(data, key)])),
    spec,
    spec_version: version,
    data,
  })
}

/** Adds every field that both versions require, with the required type; our own data under `extensions`. */
function completeData(data: JsonObject, card: CardToWrite): JsonObject {
  const texts = [...V1_FIELDS, 'creator_notes', 'system_prompt', 'post_history_instructions', 'character_version']
  const extensions = coerceObject(ownValue(data, 'extensions'))
  const creator = ownValue(data, 'creator')
  return withValues(data, {
    ...Object.fromEntries(texts.map((key) => [key, toText(ownValue(data, key))])),
    creator: creator === undefined && !card.from ? card.creator : toText(creator),
    tags: toWordList(ownValue(data, 'tags')),
    alternate_greetings: toTextList(ownValue(data, 'alternate_greetings')),
    extensions: withValues(extensions, {
      [EVERKIN_NAMESPACE]: everkinExtension(coerceObject(ownValue(extensions, EVERKIN_NAMESPACE)), card.own),
    }),
  })
}

/** Our own extension with the known values; none if there are none. */
function everkinExtension(
  raw: JsonObject,
  { tagline, gender, age, language, rating, voice }: EverkinFields,
): JsonObject | undefined {
  const part = withValues(raw, {
    tagline: tagline === '' ? undefined : tagline,
    gender: gender ?? undefined,
    age: age ?? undefined,
    language: language ?? undefined,
    rating: rating ?? undefined,
    voice: (voice ?? undefined) as Json | undefined, // the value of a JSON column
  })
  return Object.keys(part).length > 0 ? part : undefined
}

function completeLorebook(data: JsonObject, finish: (entry: JsonObject) => JsonObject): JsonObject | undefined {
  const book = ownValue(data, 'character_book')
  if (!isObject(book)) return undefined
  const listed = ownValue(book, 'entries')
  const whole =
    Array.isArray(listed) && !listed.some((entry) => isObject(entry) && ownValue(entry, 'key') !== undefined)
  const list = whole ? listed : (readLorebook(book)?.entries ?? [])
  return withValues(book, {
    extensions: coerceObject(ownValue(book, 'extensions')),
    entries: (Array.isArray(list) ? list : [])
      .filter(isObject)
      .map((entry, index) => finish(completeEntry(entry, index))),
  })
}

function completeEntry(entry: JsonObject, index: number): JsonObject {
  const order = ownValue(entry, 'insertion_order')
  return withValues(entry, {
    keys: toWordList(ownValue(entry, 'keys')),
    content: toText(ownValue(entry, 'content')),
    extensions: coerceObject(ownValue(entry, 'extensions')),
    enabled: coerceBoolean(ownValue(entry, 'enabled')) ?? true,
    insertion_order: coerceNumber(order) === null || typeof order === 'string' ? (coerceNumber(order) ?? index) : order,
  })
}

/** A text unchanged; anything else converted to one. */
function toText(value: Json | undefined): Json {
  return typeof value === 'string' ? value : coerceText(value)
}

/** A list of texts unchanged; anything else converted to one. */
function toTextList(value: Json | undefined): Json {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : coerceTextList(value)
}

/** A list of words unchanged; one comma-separated text is split. */
function toWordList(value: Json | undefined): Json {
  return typeof value === 'string' ? coerceWordList(value) : toTextList(value)
}

const toUnixSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** A card's lorebook as a file of its own. */
export function serializeLorebook(book: JsonObject): JsonObject {
  const data = completeLorebook({ character_book: book }, (entry) =>
    withValues(entry, { use_regex: coerceBoolean(ownValue(entry, 'use_regex')) ?? false }),
  )
  return { spec: 'lorebook_v3', data: data ?? { extensions: {}, entries: [] } }
}
