import { BACKFILL_WARNING, type CardFormat } from './card-fields.ts'
import { isObject, type Json, type JsonObject, ownValue, withValues } from './json-values.ts'
import { looseObject, looseText, looseTexts } from './loose-values.ts'
import { fromAgnai, readBook } from './read-book.ts'

/** The fields of V1, which many files have twice: what stands under `data` counts. */
export const FIRST_FIELDS = ['name', 'description', 'personality', 'scenario', 'first_mes', 'mes_example'] as const

/** All that a card's `data` may say by the specifications. */
export const DATA_FIELDS = [
  ...FIRST_FIELDS,
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
 * What a card says, as its `data` would: of an older file out of its root, of another app's out of that app's own
 * fields. The warning that stands before the notes of an older card beside a newer one is taken away.
 */
export function dataOf(raw: JsonObject, format: CardFormat): JsonObject {
  if (format === 'other') return dataOfOther(raw)
  const data = ownValue(raw, 'data')
  if (format === 'v1' || !isObject(data)) {
    const picked = DATA_FIELDS.filter((key) => ownValue(raw, key) !== undefined)
    const notes = ownValue(raw, 'creator_notes') ?? ownValue(raw, 'creatorcomment')
    return withValues(Object.fromEntries(picked.map((key) => [key, ownValue(raw, key) ?? null])), {
      creator_notes: notes === undefined ? undefined : withoutWarning(notes),
    })
  }
  const missing = FIRST_FIELDS.filter((key) => ownValue(data, key) === undefined && ownValue(raw, key) !== undefined)
  return withValues(data, {
    ...Object.fromEntries(missing.map((key) => [key, ownValue(raw, key)])),
    ...(ownValue(data, 'creator_notes') !== undefined && { creator_notes: withoutWarning(data.creator_notes ?? null) }),
  })
}

function withoutWarning(notes: Json): Json {
  if (typeof notes !== 'string' || !notes.startsWith(BACKFILL_WARNING)) return notes
  return notes.slice(BACKFILL_WARNING.length).replace(/^(?:\r?\n){1,2}/, '')
}

/** Pygmalion and the text-generation web UI, and Agnai's own JSON. */
function dataOfOther(raw: JsonObject): JsonObject {
  const own = (key: string) => ownValue(raw, key)
  if (own('char_name') !== undefined || own('char_persona') !== undefined)
    return {
      name: looseText(own('char_name') ?? own('name')),
      description: looseText(own('char_persona')),
      personality: '',
      scenario: looseText(own('world_scenario')),
      first_mes: looseText(own('char_greeting')),
      mes_example: looseText(own('example_dialogue')),
    }
  const book = own('characterBook')
  return {
    name: looseText(own('name')),
    description: personaText(looseObject(own('persona'))),
    personality: '',
    scenario: looseText(own('scenario')),
    first_mes: looseText(own('greeting')),
    mes_example: looseText(own('sampleChat')),
    creator_notes: looseText(own('description')),
    system_prompt: looseText(own('systemPrompt')),
    post_history_instructions: looseText(own('postHistoryInstructions')),
    alternate_greetings: looseTexts(own('alternateGreetings')),
    tags: looseTexts(own('tags')),
    creator: looseText(own('creator')),
    character_version: looseText(own('characterVersion')),
    ...(isObject(book) && { character_book: fromAgnai(book) }),
  }
}

/** A persona of attributes as lines of text; one of text is that text. */
function personaText(persona: JsonObject): string {
  const attributes = looseObject(ownValue(persona, 'attributes'))
  const isText = ownValue(persona, 'kind') === 'text' || Object.keys(attributes).join() === 'text'
  return Object.entries(attributes)
    .map(([key, value]) => {
      const words = looseTexts(value)
      return isText ? words.join('\n') : `${key}: ${words.join(', ')}`
    })
    .join('\n')
}

/** The lorebook of a card's data; null where there is none. */
export function bookOf(data: JsonObject): JsonObject | null {
  return readBook(ownValue(data, 'character_book'))
}
