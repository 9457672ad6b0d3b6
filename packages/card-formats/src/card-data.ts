import { coerceObject, coerceText, coerceTextList } from './coerce.ts'
import { isObject, type Json, type JsonObject, ownValue, withValues } from './json.ts'
import { fromAgnai, readLorebook } from './lorebook.ts'

/** The version of the format of a card; `other` for those of other apps. */
export type CardFormat = 'v1' | 'v2' | 'v3' | 'other'

/**
 * The fields of a card, by the names of the format: every field present, every text well-formed. Files and stored cards
 * have the same shape, so that the two can be compared field by field.
 */
export interface CardFields {
  name: string
  nickname: string
  description: string
  personality: string
  scenario: string
  first_mes: string
  mes_example: string
  system_prompt: string
  post_history_instructions: string
  alternate_greetings: string[]
  group_only_greetings: string[]
  character_book: JsonObject | null
  /** Without our own extension. */
  extensions: JsonObject
  creator_notes: string
  creator_notes_multilingual: Record<string, string>
  tags: string[]
}

/** Everkin's own data beside the format's fields; exported under `extensions.everkin`. */
export interface EverkinFields {
  tagline: string
  gender: 'male' | 'female' | 'other' | null
  age: number | null
  /** A language code as it was written, such as `pt-BR`. */
  language: string | null
  rating: 'sfw' | 'nsfw' | null
  voice: unknown
}

export const EVERKIN_NAMESPACE = 'everkin'

/** Put before the notes of an older card beside a newer one, in the words of the V3 specification; never stored. */
export const BACKFILL_WARNING =
  'This character card is Character Card V3, but it is loaded as a Character Card V2. Please use a Character Card V3 compatible application to use this character card properly.'

/** The kind of a file's object. */
export type DetectedFormat =
  | { kind: 'card'; format: CardFormat; isNewer: boolean }
  | { kind: 'lorebook'; form: 'lorebook_v3' | 'book' | 'sillytavern' | 'agnai' }
  | { kind: 'unknown' }

const DETECTION_FIELDS = ['name', 'description', 'personality', 'scenario', 'first_mes', 'mes_example']
const PYGMALION_FIELDS = ['char_name', 'char_persona', 'char_greeting', 'world_scenario', 'example_dialogue']
const LATEST_VERSION = 3

/** Detects the kind of an object by `spec`, never by its chunk; without `spec` by its fields. */
export function detectFormat(raw: JsonObject): DetectedFormat {
  const spec = ownValue(raw, 'spec')
  if (spec === 'lorebook_v3') return { kind: 'lorebook', form: 'lorebook_v3' }
  const version = typeof spec === 'string' ? /^chara_card_v(\d{1,3})$/.exec(spec)?.[1] : undefined
  if (version !== undefined && Number(version) >= 2)
    return { kind: 'card', format: version === '2' ? 'v2' : 'v3', isNewer: isNewerVersion(raw, Number(version)) }
  const has = (keys: readonly string[]) => keys.some((key) => ownValue(raw, key) !== undefined)
  const data = ownValue(raw, 'data')
  if (isObject(data) && DETECTION_FIELDS.some((key) => ownValue(data, key) !== undefined))
    return { kind: 'card', format: 'v2', isNewer: false }
  if (ownValue(raw, 'kind') === 'memory') return { kind: 'lorebook', form: 'agnai' }
  if (ownValue(raw, 'entries') !== undefined && !has(DETECTION_FIELDS.slice(2)))
    return { kind: 'lorebook', form: detectLorebookForm(raw) }
  if (isObject(ownValue(raw, 'persona')) || ownValue(raw, 'kind') === 'character')
    return { kind: 'card', format: 'other', isNewer: false }
  if (has(PYGMALION_FIELDS) && !has(['first_mes'])) return { kind: 'card', format: 'other', isNewer: false }
  return has(DETECTION_FIELDS) ? { kind: 'card', format: 'v1', isNewer: false } : { kind: 'unknown' }
}

function isNewerVersion(raw: JsonObject, version: number): boolean {
  const number = Number.parseFloat(coerceText(ownValue(raw, 'spec_version')))
  return version > LATEST_VERSION || (version === LATEST_VERSION && number > LATEST_VERSION)
}

function detectLorebookForm(raw: JsonObject): 'book' | 'sillytavern' {
  const entries = ownValue(raw, 'entries')
  const [first] = Array.isArray(entries) ? entries : isObject(entries) ? Object.values(entries) : []
  return isObject(first) && ownValue(first, 'key') !== undefined ? 'sillytavern' : 'book'
}

/** The fields of V1, which many files contain twice: the values under `data` count. */
export const V1_FIELDS = ['name', 'description', 'personality', 'scenario', 'first_mes', 'mes_example'] as const

/** All fields that the specifications allow in a card's `data`. */
export const DATA_FIELDS = [
  ...V1_FIELDS,
  'creator_notes',
  'system_prompt',
  'post_history_instructions',
  'alternate_greetings',
  'character_book',
  'tags',
  'creator',
  'character_version',
  'extensions',
  'assets',
  'nickname',
  'creator_notes_multilingual',
  'source',
  'group_only_greetings',
  'creation_date',
  'modification_date',
] as const

/**
 * A card in the form of `data`: for V1 from the root of the file, for other apps from their own fields. The warning
 * before the notes of an older card beside a newer one is removed.
 */
export function normalizeCardData(raw: JsonObject, format: CardFormat): JsonObject {
  if (format === 'other') return normalizeOtherApp(raw)
  const data = ownValue(raw, 'data')
  if (format === 'v1' || !isObject(data)) {
    const picked = DATA_FIELDS.filter((key) => ownValue(raw, key) !== undefined)
    const notes = ownValue(raw, 'creator_notes') ?? ownValue(raw, 'creatorcomment')
    return withValues(Object.fromEntries(picked.map((key) => [key, ownValue(raw, key) ?? null])), {
      creator_notes: notes === undefined ? undefined : stripBackfillWarning(notes),
    })
  }
  const missing = V1_FIELDS.filter((key) => ownValue(data, key) === undefined && ownValue(raw, key) !== undefined)
  return withValues(data, {
    ...Object.fromEntries(missing.map((key) => [key, ownValue(raw, key)])),
    ...(ownValue(data, 'creator_notes') !== undefined && {
      creator_notes: stripBackfillWarning(data.creator_notes ?? null),
    }),
  })
}

function stripBackfillWarning(notes: Json): Json {
  if (typeof notes !== 'string' || !notes.startsWith(BACKFILL_WARNING)) return notes
  return notes.slice(BACKFILL_WARNING.length).replace(/^(?:\r?\n){1,2}/, '')
}

/** Pygmalion, the text-generation web UI, and Agnai's own JSON. */
function normalizeOtherApp(raw: JsonObject): JsonObject {
  const own = (key: string) => ownValue(raw, key)
  if (own('char_name') !== undefined || own('char_persona') !== undefined)
    return {
      name: coerceText(own('char_name') ?? own('name')),
      description: coerceText(own('char_persona')),
      personality: '',
      scenario: coerceText(own('world_scenario')),
      first_mes: coerceText(own('char_greeting')),
      mes_example: coerceText(own('example_dialogue')),
    }
  const book = own('characterBook')
  return {
    name: coerceText(own('name')),
    description: formatPersona(coerceObject(own('persona'))),
    personality: '',
    scenario: coerceText(own('scenario')),
    first_mes: coerceText(own('greeting')),
    mes_example: coerceText(own('sampleChat')),
    creator_notes: coerceText(own('description')),
    system_prompt: coerceText(own('systemPrompt')),
    post_history_instructions: coerceText(own('postHistoryInstructions')),
    alternate_greetings: coerceTextList(own('alternateGreetings')),
    tags: coerceTextList(own('tags')),
    creator: coerceText(own('creator')),
    character_version: coerceText(own('characterVersion')),
    ...(isObject(book) && { character_book: fromAgnai(book) }),
  }
}

/** A persona of attributes as lines of text; a text persona is returned as it is. */
function formatPersona(persona: JsonObject): string {
  const attributes = coerceObject(ownValue(persona, 'attributes'))
  const isText = ownValue(persona, 'kind') === 'text' || Object.keys(attributes).join() === 'text'
  return Object.entries(attributes)
    .map(([key, value]) => {
      const words = coerceTextList(value)
      return isText ? words.join('\n') : `${key}: ${words.join(', ')}`
    })
    .join('\n')
}

/** The lorebook of a card's data; null when there is none. */
export function extractLorebook(data: JsonObject): JsonObject | null {
  return readLorebook(ownValue(data, 'character_book'))
}
