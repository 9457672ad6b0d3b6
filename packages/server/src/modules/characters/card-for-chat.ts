import { ADULT_AGE } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { CardDefinition } from '@everkin/contract/types.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Person } from '../accounts/module.ts'
import { type BlockableCard, isBlockedCard } from './blocked-cards.ts'
import { isVisibleTo, type Restriction } from './public-card.ts'
import { type Casting, type FullCardRow, selectFullCards } from './store.ts'

/** A card as a chat needs it: everything a prompt is built from, and what the reader is shown. */
export interface CardForChat {
  id: string
  type: 'single' | 'multiple'
  /** In the reader's language if translated. */
  name: string
  tagline: string
  /** The name in the card's own language, in which its definition is written. */
  originalName: string
  /** Its names in every language: readers may have changed their language since the chat began. */
  names: readonly string[]
  language: Locale
  avatar: string | null
  cover: string | null
  gender: 'male' | 'female' | 'other' | null
  age: number | null
  tags: readonly string[]
  rating: 'sfw' | 'nsfw'
  suitsTeens: boolean
  state: 'draft' | 'in_review' | 'published'
  visibility: 'public' | 'unlisted' | 'private'
  /** A restricted card cannot be chatted with, not even by its creator. */
  restriction: Restriction | null
  /** Null: the seeded library. */
  creatorId: string | null
  voice: unknown
  /** Character Card V2 fields as written, in the card's own language; null for a group. */
  definition: CardDefinition | null
  /** Whether its creator lets everyone read the definition. */
  definitionIsPublic: boolean
  /** First message, then the alternates, in the reader's language if translated. For a group: its opening. */
  greetings: string[]
  /** Scenario, opening and turns of a group, in the reader's language if translated; null for a character. */
  casting: Casting | null
  members: CardForChat[]
  turnPolicy: 'natural' | 'list' | 'pooled' | 'manual'
  replyLimit: number
  updatedAt: Date
}

/**
 * The card with this id, including members. Null when there is none, when the reader may not know of it (a private
 * card, a draft or one in review is visible only to its creator), or when a group has lost a member. The rating is not
 * checked here; callers use `checkRatingAccess`.
 */
export async function findCardForChat(
  db: Queryable,
  { cardId, locale, readerId }: { cardId: string; locale: Locale; readerId: string | null },
): Promise<CardForChat | null> {
  const card = await loadWholeCard(db, cardId, locale)
  return card && isVisibleTo(readerId, { ...card, creator_id: card.creatorId }) ? card : null
}

/**
 * Like `findCardForChat`, but for every reader: for people who have a chat with it. A deleted card is a draft with only
 * its name, and so is one that is hidden or removed.
 */
export async function loadCardForChat(
  db: Queryable,
  { cardId, locale }: { cardId: string; locale: Locale },
): Promise<CardForChat | null> {
  const card = await loadWholeCard(db, cardId, locale)
  return card && withoutRestricted(card)
}

function withoutRestricted(card: CardForChat): CardForChat {
  const members = card.members.map(withoutRestricted)
  if (card.restriction === null) return { ...card, members }
  const nothing = {
    tagline: '',
    avatar: null,
    cover: null,
    voice: null,
    definition: null,
    greetings: [],
    casting: null,
  }
  return { ...card, ...nothing, state: 'draft', members }
}

async function loadWholeCard(db: Queryable, cardId: string, locale: Locale): Promise<CardForChat | null> {
  const [row] = await selectFullCards(db, [cardId], locale)
  if (!row) return null
  if (row.member_ids.length === 0) return toCardForChat(row, [])
  const members = new Map((await selectFullCards(db, row.member_ids, locale)).map((member) => [member.id, member]))
  const found = row.member_ids.map((id) => members.get(id)).filter((member) => member !== undefined)
  if (found.length < row.member_ids.length) return null
  return toCardForChat(
    row,
    found.map((member) => toCardForChat(member, [])),
  )
}

/** Whether this reader may read the definition. The library has no creator who could hide it. */
export function canReadDefinition(
  readerId: string,
  card: Pick<CardForChat, 'creatorId' | 'definitionIsPublic'>,
): boolean {
  return card.creatorId === null || card.creatorId === readerId || card.definitionIsPublic
}

/** Whether a chat with this card can be started at all (B5): published, adult, and open to this person. */
export function canOpenCard(
  person: Pick<Person, 'id'> | null,
  card: Pick<CardForChat, 'state' | 'visibility' | 'restriction' | 'creatorId' | 'age' | 'type' | 'members'>,
): boolean {
  if (card.restriction !== null) return false
  const isOwn = card.creatorId !== null && card.creatorId === person?.id
  if (!isOwn && (card.state !== 'published' || card.visibility === 'private')) return false
  if (card.state === 'draft') return false
  const ages = card.type === 'single' ? [card.age] : card.members.map((member) => member.age)
  return ages.length > 0 && ages.every((age) => age !== null && age >= ADULT_AGE)
}

/** Whether the person may chat with the card. All members of a group must be open, and none may be blocked. */
export function canChatWith(
  person: Pick<Person, 'id' | 'blockedIds'>,
  card: Parameters<typeof canOpenCard>[1] & BlockableCard & { members: CardForChat[] },
): boolean {
  if (isBlockedCard(person.blockedIds, card)) return false
  return canOpenCard(person, card) && card.members.every((member) => canOpenCard(person, member))
}

function toCardForChat(row: FullCardRow, members: CardForChat[]): CardForChat {
  const definition = row.definition
  const own = definition
    ? [definition.first_mes, ...definition.alternate_greetings]
    : [row.casting?.opening ?? ''].filter((text) => text !== '')
  const local = (row.local_greetings ?? []).filter((text) => text !== '')
  return {
    id: row.id,
    type: row.type,
    name: row.local_name ?? row.name,
    tagline: row.local_tagline ?? row.tagline,
    originalName: row.name,
    names: [...new Set([row.local_name ?? row.name, row.name, ...row.local_names])],
    language: row.language,
    avatar: row.avatar,
    cover: row.cover,
    gender: row.gender,
    age: row.age,
    tags: row.tags,
    rating: row.rating,
    suitsTeens: row.suits_teens,
    state: row.state,
    visibility: row.visibility,
    restriction: row.restriction,
    creatorId: row.creator_id,
    voice: row.voice,
    definition,
    definitionIsPublic: row.definition_public,
    greetings: local.length > 0 ? local : own,
    casting: row.casting && row.local_casting ? { ...row.casting, ...row.local_casting } : row.casting,
    members,
    turnPolicy: row.turn_policy,
    replyLimit: row.reply_limit,
    updatedAt: row.updated_at,
  }
}
