import { readdirSync } from 'node:fs'
import { CardDefinition, Hook } from '@everkin/contract/entities/cards.ts'
import { LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import { z } from 'zod'
import { LIBRARY_FOLDER, readLibraryFile } from '../../../platform/library-file.ts'

const Definition = CardDefinition.extend({
  character_book: z.unknown().nullable().default(null),
  extensions: z.record(z.string(), z.unknown()).default({}),
})

const Character = z.object({
  id: z.string(),
  name: z.string(),
  age: z.int().min(18),
  gender: z.enum(['male', 'female', 'other']),
  language: z.string(),
  portrait: z.string(),
  tagline: z.string(),
  tags: z.array(z.string()),
  voice: z.unknown(),
  creator_notes: z.string(),
  definition: Definition,
})

const OpeningTurns = z.array(z.object({ speaker: z.string().nullable(), text: z.string() }))

const Group = z.object({
  id: z.string(),
  name: z.string(),
  cover: z.string(),
  tagline: z.string(),
  language: z.string(),
  scenario: z.string(),
  opening: z.string(),
  opening_turns: OpeningTurns,
  members: z.array(z.string()).min(2).max(8),
  turn_policy: z.enum(['natural', 'list', 'pooled', 'manual']),
  tags: z.array(z.string()),
  group_only_greetings: z.record(z.string(), z.array(z.string())),
})

const LocalCharacter = z.object({
  name_local: z.string().optional(),
  tagline: z.string(),
  first_mes: z.string(),
  alternate_greetings: z.array(z.string()),
  creator_notes: z.string().min(1).optional(),
})
const LocalGroup = z.object({ name: z.string(), tagline: z.string(), opening: z.string(), opening_turns: OpeningTurns })
const Greetings = z.object({ groups: z.record(z.string(), LocalGroup) }).catchall(z.unknown())

const LibraryHook = Hook.extend({
  direction: z.string().min(1).max(90),
  line: z.string().min(1).max(110),
  action: z.string().min(1).max(24),
  replies: z.array(z.string().min(1).max(40)).length(2),
})
const Hooks = z.record(z.string(), LibraryHook)

export type LibraryCharacter = z.output<typeof Character>
export type LibraryGroup = z.output<typeof Group>

export interface Library {
  characters: LibraryCharacter[]
  groups: LibraryGroup[]
  /** The texts of a card in a language other than English. */
  localCharacter(id: string, locale: Locale): z.output<typeof LocalCharacter> | null
  localGroup(id: string, locale: Locale): z.output<typeof LocalGroup> | null
  hook(id: string, locale: Locale): z.output<typeof LibraryHook> | null
}

/**
 * Loads the library from its files, characters and groups in the order in which a new instance shows them.
 * @throws ZodError naming the invalid field of a file.
 */
export function loadLibrary(): Library {
  const greetings = new Map<Locale, z.output<typeof Greetings>>(
    LOCALE_CODES.filter((locale) => locale !== 'en').map((locale) => [
      locale,
      readLibraryFile(Greetings, `greetings/${locale}.json`),
    ]),
  )
  const hooks = new Map(LOCALE_CODES.map((locale) => [locale, readLibraryFile(Hooks, `hooks/${locale}.json`)]))
  const order = [...greetings.values()][0]
  const inOrder = (ids: readonly string[]) => (one: { id: string }, other: { id: string }) =>
    ids.indexOf(one.id) - ids.indexOf(other.id)
  return {
    characters: readFolder('characters', Character).sort(inOrder(Object.keys(order ?? {}))),
    groups: readFolder('groups', Group).sort(inOrder(Object.keys(order?.groups ?? {}))),
    localCharacter: (id, locale) => LocalCharacter.nullable().parse(greetings.get(locale)?.[id] ?? null),
    localGroup: (id, locale) => greetings.get(locale)?.groups[id] ?? null,
    hook: (id, locale) => hooks.get(locale)?.[id] ?? null,
  }
}

function readFolder<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema>[] {
  return readdirSync(new URL(`${name}/`, LIBRARY_FOLDER))
    .filter((file) => file.endsWith('.json'))
    .map((file) => readLibraryFile(schema, `${name}/${file}`))
}
