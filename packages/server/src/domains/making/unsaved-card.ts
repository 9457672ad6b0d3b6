import type { ApiEvent } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { TagNames } from '../characters/tag-names.ts'
import { emptySingle } from './card-content.ts'
import { tagsOf } from './merge-fields.ts'

/** The parts of a character that are written from a sentence, in the order in which they are written. */
export const WRITTEN_FIELDS = [
  'name',
  'tagline',
  'gender',
  'age',
  'tags',
  'description',
  'personality',
  'scenario',
  'first_mes',
  'alternate_greeting',
  'mes_example',
] as const

type Field = (typeof WRITTEN_FIELDS)[number]

/** What is written so far, as text. */
export type WrittenFields = { [Name in Field]?: string }

/** What comes next of one of them. */
export interface WrittenPiece {
  field: Field
  text: string
}

type UnsavedCard = Extract<ApiEvent<'POST /api/chat.Single/create'>, { type: 'done' }>['card']

const ADULT_AGE = 18

/** A character of what was written; an age that is none, or below 18, is left for its maker to say (B5). */
export function unsavedCard(fields: WrittenFields, language: Locale, tagNames: TagNames): UnsavedCard {
  const said = (field: Field) => (fields[field] ?? '').trim()
  const age = Number(/\d+/.exec(said('age').normalize('NFKC'))?.[0] ?? Number.NaN)
  const gender = said('gender').toLowerCase()
  const tags = tagsOf(
    said('tags')
      .split(/[,،、，;\n]/)
      .map((tag) => tag.replace(/^[\s#*-]+|[\s*]+$/g, '')),
    tagNames,
  )
  const empty = emptySingle(language)
  const greeting = said('first_mes')
  return {
    ...empty,
    type: 'single',
    visibility: 'private',
    greeting,
    name: said('name').split('\n', 1)[0]?.slice(0, LIMITS.nameLength) ?? '',
    tagline: said('tagline').replace(/\s+/g, ' ').slice(0, LIMITS.taglineLength),
    gender: /^(female|woman)/.test(gender) ? 'female' : /^(male|man)/.test(gender) ? 'male' : 'other',
    age: Number.isInteger(age) && age >= ADULT_AGE ? age : null,
    tags: tags
      .filter((tag) => tag.length <= LIMITS.tagLength)
      .slice(0, 6)
      .map((tag) => ({ id: tag, name: tagNames.nameOf(tag, language), count: 0 })),
    definition: {
      ...empty.definition,
      description: said('description'),
      personality: said('personality'),
      scenario: said('scenario'),
      first_mes: greeting,
      mes_example: said('mes_example'),
      alternate_greetings: [said('alternate_greeting')].filter((text) => text !== ''),
    },
  }
}
