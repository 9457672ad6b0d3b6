import { splitDecorators } from '../chats/prompt/lore-decorators.ts'
import { FIRST_FIELDS } from './card-data.ts'
import { BACKFILL_WARNING, type CardFields, type CardFormat, OWN_NAMESPACE, type OwnFields } from './card-fields.ts'
import { isObject, isSame, type Json, type JsonObject, ownValue, withValues } from './json-values.ts'
import { looseFlag, looseNumber, looseObject, looseText, looseTexts, looseWords } from './loose-values.ts'
import { overlayCard } from './overlay-card.ts'
import { readBook } from './read-book.ts'

/** A card as it is now, and what the file said that it came from. */
export interface CardToWrite {
  /** Null for a card that was made here. */
  from: { raw: JsonObject; format: CardFormat; data: JsonObject; said: CardFields } | null
  is: CardFields
  own: OwnFields
  /** Who made it, for a card that names nobody. */
  creator: string
  /** Names the card here; added to where it has been. */
  source: string
  createdAt: Date
  now: Date
}

/** What only the third version has; everything else of it is in the second. */
const THIRD_ONLY = [
  'assets',
  'nickname',
  'creator_notes_multilingual',
  'source',
  'group_only_greetings',
  'creation_date',
  'modification_date',
] as const

/** The card as JSON of version 3: the file's own words where nothing was changed, every mandatory field in its place. */
export function writeThird(card: CardToWrite): JsonObject {
  const { from, is, now } = card
  const data = overlayCard(from?.data ?? {}, from?.said ?? NOTHING, is)
  const sources = looseTexts(ownValue(data, 'source'))
  return rootOf(card, 'chara_card_v3', '3.0', {
    ...completed(data, card),
    group_only_greetings: listOf(ownValue(data, 'group_only_greetings')),
    source: sources.includes(card.source) ? sources : [...sources, card.source],
    creation_date: ownValue(data, 'creation_date') ?? (from ? undefined : seconds(card.createdAt)),
    modification_date: seconds(now),
    character_book: bookOf(data, (entry) =>
      withValues(entry, { use_regex: looseFlag(ownValue(entry, 'use_regex')) ?? false }),
    ),
  })
}

/**
 * The card as JSON of version 2, truly: nothing in it that only version 3 knows, unless an older file had it as a key of
 * its own. `warns` puts the line before the notes that belongs there beside a newer card.
 */
export function writeSecond(card: CardToWrite, { warns }: { warns: boolean }): JsonObject {
  const { from, is } = card
  const data = completed(overlayCard(from?.data ?? {}, from?.said ?? NOTHING, is), card)
  const isOlder = from?.format === 'v1' || from?.format === 'v2'
  const dropped = THIRD_ONLY.filter((key) => !(isOlder && from && ownValue(from.data, key) !== undefined))
  const notes = looseText(ownValue(data, 'creator_notes'))
  return rootOf(card, 'chara_card_v2', '2.0', {
    ...data,
    ...Object.fromEntries(dropped.map((key) => [key, undefined])),
    character_book: bookOf(data, (entry) => secondEntry(entry, isOlder)),
    ...(warns && { creator_notes: notes === '' ? BACKFILL_WARNING : `${BACKFILL_WARNING}\n\n${notes}` }),
  })
}

function secondEntry(entry: JsonObject, isOlder: boolean): JsonObject {
  const id = ownValue(entry, 'id')
  return withValues(entry, {
    content: splitDecorators(looseText(ownValue(entry, 'content'))).text,
    ...(!isOlder && { use_regex: undefined }),
    ...(!isOlder && typeof id === 'string' && { id: undefined }),
  })
}

/** What an empty card says: over this lies one that was made here. */
const NOTHING: CardFields = {
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

/** The file's root with what the specification wants there; fields that stand there twice follow what stands under `data`. */
function rootOf(
  card: CardToWrite,
  spec: string,
  version: string,
  values: Record<string, Json | undefined>,
): JsonObject {
  const raw = card.from?.raw ?? {}
  const before = card.from?.data ?? {}
  const data = withValues({}, values)
  const twice = FIRST_FIELDS.filter(
    (key) => ownValue(raw, key) !== undefined && isSame(ownValue(raw, key), ownValue(before, key)),
  )
  return withValues(raw, {
    ...Object.fromEntries(twice.map((key) => [key, ownValue(data, key)])),
    spec,
    spec_version: version,
    data,
  })
}

/** Every field that both versions want, of the kind that they want; our own part under `extensions`. */
function completed(data: JsonObject, card: CardToWrite): JsonObject {
  const texts = [...FIRST_FIELDS, 'creator_notes', 'system_prompt', 'post_history_instructions', 'character_version']
  const extensions = looseObject(ownValue(data, 'extensions'))
  const creator = ownValue(data, 'creator')
  return withValues(data, {
    ...Object.fromEntries(texts.map((key) => [key, textOf(ownValue(data, key))])),
    creator: creator === undefined && !card.from ? card.creator : textOf(creator),
    tags: wordsOf(ownValue(data, 'tags')),
    alternate_greetings: listOf(ownValue(data, 'alternate_greetings')),
    extensions: withValues(extensions, {
      [OWN_NAMESPACE]: ownPart(looseObject(ownValue(extensions, OWN_NAMESPACE)), card.own),
    }),
  })
}

/** Our own part, with what is known of it; none where nothing is. */
function ownPart(
  raw: JsonObject,
  { tagline, gender, age, language, rating, voice }: OwnFields,
): JsonObject | undefined {
  const part = withValues(raw, {
    tagline: tagline === '' ? undefined : tagline,
    gender: gender ?? undefined,
    age: age ?? undefined,
    language: language ?? undefined,
    rating: rating ?? undefined,
    voice: (voice ?? undefined) as Json | undefined, // it came out of a JSON column
  })
  return Object.keys(part).length > 0 ? part : undefined
}

function bookOf(data: JsonObject, finish: (entry: JsonObject) => JsonObject): JsonObject | undefined {
  const book = ownValue(data, 'character_book')
  if (!isObject(book)) return undefined
  const listed = ownValue(book, 'entries')
  const whole =
    Array.isArray(listed) && !listed.some((entry) => isObject(entry) && ownValue(entry, 'key') !== undefined)
  const list = whole ? listed : (readBook(book)?.entries ?? [])
  return withValues(book, {
    extensions: looseObject(ownValue(book, 'extensions')),
    entries: (Array.isArray(list) ? list : [])
      .filter(isObject)
      .map((entry, index) => finish(completedEntry(entry, index))),
  })
}

function completedEntry(entry: JsonObject, index: number): JsonObject {
  const order = ownValue(entry, 'insertion_order')
  return withValues(entry, {
    keys: wordsOf(ownValue(entry, 'keys')),
    content: textOf(ownValue(entry, 'content')),
    extensions: looseObject(ownValue(entry, 'extensions')),
    enabled: looseFlag(ownValue(entry, 'enabled')) ?? true,
    insertion_order: looseNumber(order) === null || typeof order === 'string' ? (looseNumber(order) ?? index) : order,
  })
}

/** A text as it is, to the letter; anything else as one. */
function textOf(value: Json | undefined): Json {
  return typeof value === 'string' ? value : looseText(value)
}

/** A list of texts as it is, to the letter; anything else as one. */
function listOf(value: Json | undefined): Json {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : looseTexts(value)
}

/** A list of words as it is; one text with commas is such a list. */
function wordsOf(value: Json | undefined): Json {
  return typeof value === 'string' ? looseWords(value) : listOf(value)
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** A card's lorebook as a file of its own. */
export function writeLorebook(book: JsonObject): JsonObject {
  const data = bookOf({ character_book: book }, (entry) =>
    withValues(entry, { use_regex: looseFlag(ownValue(entry, 'use_regex')) ?? false }),
  )
  return { spec: 'lorebook_v3', data: data ?? { extensions: {}, entries: [] } }
}
