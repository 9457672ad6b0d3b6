import type { Locale } from '@everkin/contract/locales.ts'
import type { JsonObject } from './json-values.ts'

/** The version of the format that a card is written in; `other` for those of other apps. */
export type CardFormat = 'v1' | 'v2' | 'v3' | 'other'

/**
 * What a card says, by the names of the format: every field there, every text well formed. The same shape for what a
 * file says and for what a card has become, so that the two can be compared field by field.
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
  /** Without our own part. */
  extensions: JsonObject
  creator_notes: string
  creator_notes_multilingual: Record<string, string>
  tags: string[]
}

/** What Everkin keeps of a card beside the format's fields; it travels under `extensions.everkin`. */
export interface OwnFields {
  tagline: string
  gender: 'male' | 'female' | 'other' | null
  age: number | null
  language: Locale | null
  rating: 'sfw' | 'nsfw' | null
  voice: unknown
}

export const OWN_NAMESPACE = 'everkin'

/** Put before the notes of an older card beside a newer one, as the specification of V3 words it; never kept. */
export const BACKFILL_WARNING =
  'This character card is Character Card V3, but it is loaded as a Character Card V2. Please use a Character Card V3 compatible application to use this character card properly.'
