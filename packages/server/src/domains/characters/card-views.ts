import type { MultipleCard, SingleCard, Tag } from '@everkin/contract/types.ts'
import type { Reader } from './reader.ts'
import type { CardRow, FullCardRow } from './store.ts'
import type { TagNames } from './tag-names.ts'

/** What views need beside the card: who reads, how tags are called, how many cards have them. */
export interface ViewContext {
  reader: Pick<Reader, 'personId' | 'locale'>
  tagNames: TagNames
  tagCounts: ReadonlyMap<string, number>
}

/** Who the seeded library is by. */
const LIBRARY = { id: 'everkin', nickname: 'Everkin', avatar: null } as const

/** A character as the reader sees it, without its definition. */
export function singleView(row: CardRow, context: ViewContext): SingleCard {
  return {
    ...sharedView(row, context),
    type: 'single',
    avatar: row.avatar,
    greeting: row.greeting,
    gender: row.gender ?? 'other',
    age: row.age,
    language: row.language,
    voice: row.voice ?? null,
    creator_notes: row.creator_notes,
    definition_public: row.definition_public,
  }
}

/** The same with the definition, where the reader may have it: their own, or one that is open to all. */
export function fullSingleView(row: FullCardRow, context: ViewContext): SingleCard {
  const view = singleView(row, context)
  const isOpen = row.definition_public || view.mine
  // Whoever edits the card gets what they wrote; notes in the reader's language are for those who read it.
  const local = row.definition?.creator_notes_multilingual?.[context.reader.locale]
  const told = !view.mine && local ? { ...view, creator_notes: local } : view
  return isOpen && row.definition ? { ...told, definition: row.definition } : told
}

/** A group as the reader sees it, with its members. */
export function multipleView(row: CardRow, members: SingleCard[], context: ViewContext): MultipleCard {
  return {
    ...sharedView(row, context),
    type: 'multiple',
    scenario: row.local_casting?.scenario ?? row.casting?.scenario ?? '',
    opening: row.local_casting?.opening ?? row.casting?.opening ?? '',
    opening_turns: openingTurns(row),
    members,
    turn_policy: row.turn_policy,
    reply_limit: row.reply_limit,
    language: row.language,
  }
}

function openingTurns(row: CardRow): MultipleCard['opening_turns'] {
  const turns = row.local_casting?.openingTurns ?? row.casting?.openingTurns ?? []
  return turns.map(({ speaker, text }) => ({ card_id: speaker, text }))
}

function sharedView(row: CardRow, context: ViewContext) {
  const { reader } = context
  return {
    id: row.id,
    state: row.state,
    name: row.local_name ?? row.name,
    cover: row.cover,
    tagline: row.local_tagline ?? row.tagline,
    tags: row.tags.map((tag) => tagView(tag, context)),
    rating: row.rating,
    visibility: row.visibility,
    creator:
      row.creator_id === null
        ? LIBRARY
        : { id: row.creator_id, nickname: row.creator_nickname ?? '', avatar: row.creator_avatar },
    chat_count: row.chat_count,
    like_count: row.like_count,
    liked: row.liked,
    mine: row.creator_id !== null && row.creator_id === reader.personId,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function tagView(tag: string, { reader, tagNames, tagCounts }: ViewContext): Tag {
  return { id: tag, name: tagNames.nameOf(tag, reader.locale), count: tagCounts.get(tag) ?? 0 }
}
