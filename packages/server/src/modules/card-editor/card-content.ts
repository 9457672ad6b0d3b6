import type { Locale } from '@everkin/contract/locales.ts'
import type { CardDefinition } from '@everkin/contract/types.ts'
import type { WrittenCard } from '../characters/module.ts'

/** The content of a character as versions store it: every editable field except visibility and album. */
export interface SingleContent {
  name: string
  tagline: string
  gender: 'male' | 'female' | 'other'
  age: number | null
  language: Locale
  rating: 'sfw' | 'nsfw'
  voice: unknown
  creator_notes: string
  avatar: string | null
  cover: string | null
  tags: string[]
  definition: CardDefinition
  definition_public: boolean
}

/** The content of a group. */
export interface GroupContent {
  name: string
  tagline: string
  scenario: string
  opening: string
  language: Locale
  rating: 'sfw' | 'nsfw'
  cover: string | null
  tags: string[]
  member_ids: string[]
  turn_policy: 'natural' | 'list' | 'pooled' | 'manual'
  reply_limit: number
}

export type CardContent = SingleContent | GroupContent

const EMPTY_DEFINITION: CardDefinition = {
  description: '',
  personality: '',
  scenario: '',
  first_mes: '',
  mes_example: '',
  alternate_greetings: [],
  system_prompt: '',
  post_history_instructions: '',
  character_book: null,
  extensions: {},
}

/** A character with all fields empty. */
export function emptySingle(language: Locale): SingleContent {
  return {
    name: '',
    tagline: '',
    gender: 'other',
    age: null,
    language,
    rating: 'sfw',
    voice: null,
    creator_notes: '',
    avatar: null,
    cover: null,
    tags: [],
    definition: EMPTY_DEFINITION,
    definition_public: false,
  }
}

/** A group with all fields empty. */
export function emptyGroup(language: Locale): GroupContent {
  return {
    name: '',
    tagline: '',
    scenario: '',
    opening: '',
    language,
    rating: 'sfw',
    cover: null,
    tags: [],
    member_ids: [],
    turn_policy: 'natural',
    reply_limit: 3,
  }
}

/** The content of a stored character. */
export function toSingleContent(card: WrittenCard): SingleContent {
  return {
    name: card.name,
    tagline: card.tagline,
    gender: card.gender ?? 'other',
    age: card.age,
    language: card.language,
    rating: card.rating,
    voice: card.voice ?? null,
    creator_notes: card.creatorNotes,
    avatar: card.avatar,
    cover: card.cover,
    tags: card.tags,
    definition: { ...EMPTY_DEFINITION, ...card.definition },
    definition_public: card.definitionPublic,
  }
}

/** The content of a stored group. */
export function toGroupContent(card: WrittenCard): GroupContent {
  return {
    name: card.name,
    tagline: card.tagline,
    scenario: card.casting?.scenario ?? '',
    opening: card.casting?.opening ?? '',
    language: card.language,
    rating: card.rating,
    cover: card.cover,
    tags: card.tags,
    member_ids: card.memberIds,
    turn_policy: card.turnPolicy,
    reply_limit: card.replyLimit,
  }
}

/** The content of a stored card of either kind. */
export function toCardContent(card: WrittenCard): CardContent {
  return card.type === 'single' ? toSingleContent(card) : toGroupContent(card)
}

/** The fields that differ; those of a definition by their own names. */
export function changedFields(before: CardContent | null, after: CardContent): string[] {
  const [old, now] = [flattenContent(before), flattenContent(after)]
  return Object.keys(now).filter((field) => JSON.stringify(old[field] ?? null) !== JSON.stringify(now[field] ?? null))
}

/** All fields at one level, with those of the definition beside the card's. */
export function flattenContent(content: CardContent | null): Record<string, unknown> {
  if (!content) return {}
  if (!('definition' in content)) return { ...content }
  const { definition, ...rest } = content
  return { ...rest, ...definition }
}
