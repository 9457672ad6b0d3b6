import type { CardDefinition, SingleCard } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { findSingle } from '../characters/find-card.ts'
import { readerOf } from '../characters/reader.ts'
import { createTagNames } from '../characters/tag-names.ts'
import type { CardFields, OwnFields } from './card-fields.ts'
import { findOriginal } from './find-original.ts'
import type { JsonObject } from './json-values.ts'
import type { CardFileServices } from './services.ts'
import type { ImportRow } from './store.ts'

/** A card that may leave with this reader, as it is now. */
export interface OpenCard {
  card: SingleCard
  is: CardFields
  own: OwnFields
  /** The file that it came from: for its maker alone, since much in it is on no page. */
  original: ImportRow | null
}

/**
 * The card, for its maker, or for anybody where its definition is open.
 * @throws AppError NotFound, AgeNotOpen
 */
export async function findOpenCard(services: CardFileServices, caller: SignedInCaller, id: string): Promise<OpenCard> {
  const reader = await readerOf(services, caller)
  const tagNames = createTagNames(services.texts)
  const showing = { db: services.database, reader, tagNames }
  const card = await findSingle(showing, id)
  if (!card.definition) throw new AppError('NotFound')
  return {
    card,
    is: fieldsOf(card, card.definition, (tag) => tagNames.nameOf(tag, 'en')),
    own: ownOf(card),
    original: card.mine ? await findOriginal(services.database, id) : null,
  }
}

function fieldsOf(card: SingleCard, definition: CardDefinition, tagName: (id: string) => string): CardFields {
  const book = definition.character_book
  return {
    name: card.name,
    nickname: definition.nickname ?? '',
    description: definition.description,
    personality: definition.personality,
    scenario: definition.scenario,
    first_mes: definition.first_mes,
    mes_example: definition.mes_example,
    system_prompt: definition.system_prompt,
    post_history_instructions: definition.post_history_instructions,
    alternate_greetings: definition.alternate_greetings,
    group_only_greetings: definition.group_only_greetings ?? [],
    // What a JSON column gives, checked when it was saved.
    character_book: typeof book === 'object' && book !== null ? (book as JsonObject) : null,
    extensions: definition.extensions as JsonObject,
    creator_notes: card.creator_notes,
    creator_notes_multilingual: definition.creator_notes_multilingual ?? {},
    tags: card.tags.map((tag) => tagName(tag.id)),
  }
}

function ownOf({ tagline, gender, age, language, rating, voice }: SingleCard): OwnFields {
  return { tagline, gender, age, language, rating, voice }
}
