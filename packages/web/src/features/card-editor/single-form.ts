import type { ApiBody } from '@everkin/contract/api-types.ts'
import { isLocale, type Locale } from '@everkin/contract/locales.ts'
import type { CardDefinition } from '@everkin/contract/types.ts'
import { oneOf, textOf, textsOf, toObject, type UntrustedFields } from '../../lib/coerce.ts'
import { type AlbumEntry, readAlbum } from './album-entry.ts'

export const GENDERS = ['female', 'male', 'other'] as const
export const VISIBILITIES = ['public', 'unlisted', 'private'] as const
export const RATINGS = ['sfw', 'nsfw'] as const

export type Definition = CardDefinition & { nickname: string; group_only_greetings: string[] }

/** A character as represented in its form: field names of the wire, the age as typed, and tags by name. */
export interface SingleForm {
  name: string
  tagline: string
  age: string
  /** Null while nothing has been chosen. */
  gender: (typeof GENDERS)[number] | null
  language: Locale
  rating: (typeof RATINGS)[number]
  visibility: (typeof VISIBILITIES)[number]
  voice: unknown
  creator_notes: string
  definition_public: boolean
  /** An address, or the id of a generated picture. */
  avatar: string | null
  tags: string[]
  definition: Definition
  album: AlbumEntry[]
  import_id?: string
  /** The description and the seed that the face is drawn from; part of drafts only. */
  sketch: Sketch
}

/** The seed of a form in which nothing has been typed. */
export const FIRST_SEED = 'first'

export interface Sketch {
  words: string
  seed: string
}

/** Builds the form from a card, from the content of a draft, or empty; unknown fields are left out. */
export function singleForm(from: UntrustedFields, language: Locale): SingleForm {
  return {
    name: textOf(from.name),
    tagline: textOf(from.tagline),
    age: typeof from.age === 'number' ? String(from.age) : textOf(from.age),
    gender: GENDERS.find((one) => one === from.gender) ?? null,
    language: typeof from.language === 'string' && isLocale(from.language) ? from.language : language,
    rating: oneOf(RATINGS, from.rating, 'sfw'),
    visibility: oneOf(VISIBILITIES, from.visibility, 'private'),
    voice: from.voice ?? null,
    creator_notes: textOf(from.creator_notes),
    definition_public: from.definition_public === true,
    avatar: typeof from.avatar === 'string' ? from.avatar : null,
    tags: tagNames(from.tags),
    definition: readDefinition(toObject(from.definition)),
    album: readAlbum(from.album),
    sketch: readSketch(toObject(from.sketch)),
    ...(typeof from.import_id === 'string' ? { import_id: from.import_id } : {}),
  }
}

/** Normalises tags, as read or as typed, to names. */
export function tagNames(tags: unknown): string[] {
  if (!Array.isArray(tags)) return []
  return tags.map((tag) => (typeof tag === 'string' ? tag : textOf(toObject(tag).name))).filter(Boolean)
}

const readSketch = ({ words, seed }: UntrustedFields): Sketch => ({
  words: textOf(words),
  seed: textOf(seed) || FIRST_SEED,
})

function readDefinition(from: UntrustedFields): Definition {
  return {
    description: textOf(from.description),
    personality: textOf(from.personality),
    scenario: textOf(from.scenario),
    first_mes: textOf(from.first_mes),
    mes_example: textOf(from.mes_example),
    alternate_greetings: textsOf(from.alternate_greetings),
    system_prompt: textOf(from.system_prompt),
    post_history_instructions: textOf(from.post_history_instructions),
    character_book: from.character_book ?? null,
    extensions: toObject(from.extensions),
    nickname: textOf(from.nickname),
    group_only_greetings: textsOf(from.group_only_greetings),
  }
}

/**
 * The input of `saveCard`. A picture and an album that match the card are not sent, so they stay unchanged.
 * The visibility of an existing card is changed only by publishing it, never by its form, which may be older.
 * An age that is not a number is sent as typed, so that the server’s refusal matches the form’s own check.
 */
export function singleBody(form: SingleForm, before: SingleForm | null): ApiBody<'POST /api/chat.Single/saveCard'> {
  const { age, avatar, album, tags, definition, visibility, gender, sketch: _, ...rest } = form
  const { nickname, ...others } = definition
  return {
    ...rest,
    gender: gender ?? 'other',
    ...(before ? {} : { visibility }),
    age: age.trim() === '' ? null : Number(age),
    tags: tags.map((tag) => tag.trim()).filter(Boolean),
    definition: { ...others, alternate_greetings: filled(others.alternate_greetings), nickname: nickname || undefined },
    ...(avatar === before?.avatar ? {} : { avatar, cover: null }),
    ...(before && JSON.stringify(album) === JSON.stringify(before.album) ? {} : { album: album.map(toWish) }),
  }
}

function filled(texts: string[]): string[] {
  return texts.filter((text) => text.trim() !== '')
}

function toWish({ id, upload_id, locked, price, caption, keys }: AlbumEntry) {
  const named = id === undefined ? { upload_id } : { id }
  return { ...named, locked, caption, keys: filled(keys), ...(locked && price ? { price: Number(price) } : {}) }
}
