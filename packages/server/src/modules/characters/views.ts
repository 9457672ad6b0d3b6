import type { Hook, MultipleCard, SingleCard, Tag } from '@everkin/contract/types.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { hookFromGreeting } from './hook.ts'
import { sceneOfCard } from './library/scene-colors.ts'
import { selectTagCounts } from './listing-store.ts'
import { isVisibleTo } from './public-card.ts'
import { type Reader, toRequestedCard } from './reader.ts'
import { type CardRow, type FullCardRow, selectListedCards } from './store.ts'
import type { TagNames } from './tag-names.ts'

/** What views need besides the card: the reader, the tag names and the tag counts. */
export interface ViewContext {
  reader: Pick<Reader, 'personId' | 'locale'>
  tagNames: TagNames
  tagCounts: ReadonlyMap<string, number>
}

/** The creator shown for the seeded library. */
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
    creator_notes: row.local_notes ?? row.creator_notes,
    definition_public: row.definition_public,
    hook: hookOf(row, context),
  }
}

/** `singleView` with the definition, if the reader may see it: their own, or a public one. */
export function fullSingleView(row: FullCardRow, context: ViewContext): SingleCard {
  const view = singleView(row, context)
  const isOpen = row.definition_public || view.mine
  // The creator gets the notes as written, for editing; everyone else gets them in their language.
  const local = row.local_notes ?? row.definition?.creator_notes_multilingual?.[context.reader.locale]
  const localized = !view.mine && local ? { ...view, creator_notes: local } : withNotesLanguage(view, context)
  return isOpen && row.definition ? { ...localized, definition: row.definition } : localized
}

/** Names the language of notes that are not in the reader's. */
function withNotesLanguage(view: SingleCard, { reader }: ViewContext): SingleCard {
  const isForeign = view.creator_notes !== '' && view.language !== reader.locale
  return isForeign ? { ...view, creator_notes_language: view.language } : view
}

/** A group as the reader sees it, with its members. */
export function multipleView(row: CardRow, members: SingleCard[], context: ViewContext): MultipleCard {
  return {
    ...sharedView(row, context),
    type: 'multiple',
    scenario: row.local_casting?.scenario ?? row.casting?.scenario ?? '',
    opening: row.local_casting?.opening ?? row.casting?.opening ?? '',
    opening_turns: openingTurns(row),
    hook: hookOf(row, context),
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

function hookOf(row: CardRow, { reader }: ViewContext): Hook | null {
  if (row.hook) return row.hook
  // Without a translation the first message is in the card's own language.
  const language = row.local_name === null ? row.language : reader.locale
  return hookFromGreeting({ greeting: row.hook_source, language, name: row.local_name ?? row.name })
}

function sharedView(row: CardRow, context: ViewContext) {
  const { reader } = context
  const isOwn = row.creator_id !== null && row.creator_id === reader.personId
  return {
    id: row.id,
    state: row.state,
    ...(isOwn && row.restriction && { restriction: row.restriction }),
    name: row.local_name ?? row.name,
    cover: row.cover,
    scene: sceneOfCard(row),
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
    mine: isOwn,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function tagView(tag: string, { reader, tagNames, tagCounts }: ViewContext): Tag {
  return { id: tag, name: tagNames.nameOf(tag, reader.locale), count: tagCounts.get(tag) ?? 0 }
}

/**
 * Lists contain only the beginning of a greeting, and no notes or voice: forty cards must stay below 15 kB, and the
 * card's own page has everything.
 */
const LISTED_GREETING_LENGTH = 60

/** What is needed to show cards of any kind to a reader. */
export interface ViewScope {
  db: Queryable
  reader: Reader
  tagNames: TagNames
}

/** Characters in the order of their ids. */
export async function loadSingleCardViews(scope: ViewScope, ids: readonly string[]): Promise<SingleCard[]> {
  const rows = await loadInOrder(scope, ids)
  const context = await loadViewContext(scope, rows)
  return rows.map((row) => singleView(row, context))
}

/** Groups in the order of their ids, without those that have a member this reader may not see (AZ-05). */
export async function loadGroupCardViews(scope: ViewScope, ids: readonly string[]): Promise<MultipleCard[]> {
  const rows = await loadInOrder(scope, ids)
  const members = await loadInOrder(scope, [...new Set(rows.flatMap((row) => row.member_ids))])
  const context = await loadViewContext(scope, [...rows, ...members])
  const { personId, cardAccess } = scope.reader
  const visible = members.filter((row) => cardAccess(toRequestedCard(row)) === 'yes' && isVisibleTo(personId, row))
  const views = new Map(visible.map((row) => [row.id, { ...singleView(row, context), hook: null }]))
  return rows.flatMap((row) => {
    const memberViews = row.member_ids.map((id) => views.get(id)).filter((view) => view !== undefined)
    return memberViews.length === row.member_ids.length ? [multipleView(row, memberViews, context)] : []
  })
}

async function loadInOrder({ db, reader }: ViewScope, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const rows = await selectListedCards(db, ids, reader, LISTED_GREETING_LENGTH)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}

/** Names and counts of the tags of these cards, counted as in the reader's lists. */
export async function loadViewContext(scope: ViewScope, rows: readonly Pick<CardRow, 'tags'>[]): Promise<ViewContext> {
  const { db, reader, tagNames } = scope
  const tags = [...new Set(rows.flatMap((row) => row.tags))]
  const counts =
    tags.length === 0 ? [] : await selectTagCounts(db, ['single', 'multiple'], reader.ratings, tags, tags.length)
  return { reader, tagNames, tagCounts: new Map(counts.map(({ tag, count }) => [tag, count])) }
}
