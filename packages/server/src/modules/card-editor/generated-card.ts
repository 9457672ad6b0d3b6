import type { ApiEvent } from '@everkin/contract/api-types.ts'
import { ADULT_AGE, LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { singleLineName } from '@everkin/contract/single-line-name.ts'
import type { Translate } from '@everkin/contract/translate.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { personFromWords } from '@everkin/painter/spec-from-words.ts'
import { createSeededRandom } from '../../platform/seeded-random.ts'
import type { TagNames } from '../characters/module.ts'
import { emptySingle } from './card-content.ts'
import { normalizeTags } from './content-input.ts'

/** The generated parts of a character, in the order of generation. */
export const GENERATED_FIELDS = [
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

type Field = (typeof GENERATED_FIELDS)[number]

/** What is generated so far, as text. */
export type GeneratedFields = { [Name in Field]?: string }

/** The next piece of one field. */
export interface GeneratedPiece {
  field: Field
  text: string
}

type UnsavedCard = Extract<ApiEvent<'POST /api/chat.Single/create'>, { type: 'done' }>['card']

/** A character from the generated fields. An age that is invalid or below 18 is left for its creator to set (B5). */
export function toUnsavedCard(fields: GeneratedFields, language: Locale, tagNames: TagNames): UnsavedCard {
  const said = (field: Field) => (fields[field] ?? '').trim()
  const age = Number(/\d+/.exec(said('age').normalize('NFKC'))?.[0] ?? Number.NaN)
  const gender = said('gender').toLowerCase()
  const tags = normalizeTags(
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
    name: truncateText(singleLineName(said('name').split('\n', 1)[0] ?? ''), LIMITS.nameLength),
    tagline: truncateText(said('tagline').replace(/\s+/g, ' '), LIMITS.taglineLength),
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

const VARIANTS = ['a', 'b', 'c'] as const
/** The values for the names in our texts: the macros of a card, which stay in it. */
const MARKS = { char: '{{char}}', user: '{{user}}' }
const GENDERS = { woman: 'female', man: 'male' } as const
const MIN_AGE = 24
const AGE_RANGE = 30
/** A sentence that starts with “Vesper, a …” gives the name itself. */
const NAME_PREFIX = /^(\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)?)[,،、，:：]/u

/**
 * A character without a model: the sentence becomes the tagline and the core of the description, completed with our own
 * texts, always the same for the same sentence.
 */
export function generateFallback(
  translate: Translate,
  sentence: string,
  written: GeneratedFields,
): Required<GeneratedFields> {
  const random = createSeededRandom(sentence)
  const pick = (key: string) => {
    const variant = VARIANTS[Math.floor(random() * VARIANTS.length)] ?? 'a'
    return translate(`character-generator.${key}.${variant}`, MARKS)
  }
  const names = translate('character-generator.names').split(/[,،、]/)
  const drawn = names[Math.floor(random() * names.length)]?.trim() ?? 'Robin'
  // “Retired” and “student” say something about an age, as a number does.
  const { age, presents } = personFromWords(sentence)
  const said = sentence.replace(/[\s.。]+$/u, '')
  return {
    name: written.name?.trim() || (NAME_PREFIX.exec(sentence)?.[1] ?? drawn),
    tagline: truncateText(sentence, LIMITS.taglineLength),
    gender: presents ? GENDERS[presents] : 'other',
    age: String(age ?? MIN_AGE + Math.floor(random() * AGE_RANGE)),
    tags: 'slice-of-life',
    description: `{{char}}: ${said}.\n\n${pick('description')}`,
    personality: pick('personality'),
    scenario: pick('scenario'),
    first_mes: pick('greeting'),
    alternate_greeting: pick('otherGreeting'),
    mes_example: exampleDialogue(translate),
  }
}

function exampleDialogue(translate: Translate): string {
  const line = (place: string) => translate(`character-generator.example.${place}`, MARKS)
  const lines = [`{{user}}: ${line('a')}`, `{{char}}: ${line('b')}`, `{{user}}: ${line('c')}`, `{{char}}: ${line('d')}`]
  return ['<START>', ...lines].join('\n')
}
