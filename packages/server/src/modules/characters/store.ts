import type { Locale } from '@everkin/contract/locales.ts'
import type { CardDefinition, Hook } from '@everkin/contract/types.ts'
import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import { unblockedSql } from './blocked-cards.ts'
import type { Restriction } from './public-card.ts'

/** A group's scenario and opening, in the card's own language. */
export interface Casting {
  scenario: string
  opening: string
  /** The opening split by speaker (a member's card id); null is the narrator. */
  openingTurns: { speaker: string | null; text: string }[]
  /** The greetings that replace a member's own when it is met in this group. */
  groupOnlyGreetings: Record<string, string[]>
}

/** The fields that every view of a card is based on. */
export interface CardRow {
  id: string
  type: 'single' | 'multiple'
  state: 'draft' | 'in_review' | 'published'
  visibility: 'public' | 'unlisted' | 'private'
  restriction: Restriction | null
  rating: 'sfw' | 'nsfw'
  suits_teens: boolean
  creator_id: string | null
  creator_nickname: string | null
  creator_avatar: string | null
  name: string
  tagline: string
  avatar: string | null
  cover: string | null
  gender: 'male' | 'female' | 'other' | null
  age: number | null
  language: Locale
  voice: unknown
  creator_notes: string
  definition_public: boolean
  member_ids: string[]
  turn_policy: 'natural' | 'list' | 'pooled' | 'manual'
  reply_limit: number
  tags: string[]
  chat_count: number
  like_count: number
  rank: number
  liked: boolean
  created_at: Date
  updated_at: Date
  local_name: string | null
  local_tagline: string | null
  /** The notes in the reader's language; null if they are not translated, and in lists. */
  local_notes: string | null
  /** First message, in the reader's language if translated; lists get only its beginning. */
  greeting: string
  /** As written, in the reader's language; null where it is made from the first message. */
  hook: Hook | null
  /** The beginning of the first message where there is no hook; empty where there is one. */
  hook_source: string
  casting: Casting | null
  local_casting: Partial<Casting> | null
}

/** A card with all its texts. */
export interface FullCardRow extends CardRow {
  definition: CardDefinition | null
  local_greetings: string[] | null
  /** Names in all languages that it is translated to. */
  local_names: string[]
}

const GREETING = `coalesce(t.greetings->>0, c.definition->>'first_mes', c.casting->>'opening', '')`
/** A translation without a hook of its own gets one from its own first message, not that of another language. */
const HOOK = `case when t.card_id is null then c.hook else t.hook end`

/** A restricted profile is shown to its owner only. */
const HAS_PROFILE = '(creator.profile_restriction is null or creator.id = $3::text)'

const COLUMNS = `c.id, c.type, c.state, c.visibility, c.restriction, c.rating, c.suits_teens, c.creator_id,
  case when ${HAS_PROFILE} then creator.nickname end as creator_nickname,
  case when ${HAS_PROFILE} then creator.avatar end as creator_avatar, c.name, c.tagline, c.avatar, c.cover, c.gender, c.age, c.language,
  c.definition_public, c.member_ids, c.turn_policy, c.reply_limit, c.tags, c.chat_count, c.like_count,
  c.rank, c.created_at, c.updated_at, t.name as local_name, t.tagline as local_tagline, c.casting,
  t.casting as local_casting, ${HOOK} as hook, case when ${HOOK} is null then left(${GREETING}, 600) else '' end as hook_source`

const JOINS = `left join card_text t on t.card_id = c.id and t.locale = $2
  left join person creator on creator.id = c.creator_id`

/** Cards for lists, unordered: without notes and voice, and with the greeting cut to a given length. */
export function selectListedCards(
  db: Queryable,
  ids: readonly string[],
  reader: { locale: Locale; personId: string | null },
  greetingLength: number,
): Promise<CardRow[]> {
  return db.query<CardRow>(
    `select ${COLUMNS}, null as voice, '' as creator_notes, null as local_notes, left(${GREETING}, $4::int) as greeting,
       exists (select 1 from card_like l where l.person_id = $3::text and l.card_id = c.id) as liked
     from card c ${JOINS} where c.id = any($1::text[])`,
    [ids, reader.locale, reader.personId, greetingLength],
  )
}

/** Cards with their definitions and every greeting, unordered. */
export function selectFullCards(
  db: Queryable,
  ids: readonly string[],
  locale: Locale,
  personId: string | null = null,
): Promise<FullCardRow[]> {
  return db.query<FullCardRow>(
    `select ${COLUMNS}, c.voice, c.creator_notes, t.creator_notes as local_notes, ${GREETING} as greeting, c.definition,
       t.greetings as local_greetings,
       array(select distinct name from card_text where card_id = c.id order by name) as local_names,
       exists (select 1 from card_like l where l.person_id = $3::text and l.card_id = c.id) as liked
     from card c ${JOINS} where c.id = any($1::text[])`,
    [ids, locale, personId],
  )
}

export interface CardCounts {
  chat_count: number
  like_count: number
  editorial: number
  rank: number
}

/** Returns no row if this person is already counted. */
export function insertCardPerson(tx: Transaction, cardId: string, digest: Buffer): Promise<{ card_id: string }[]> {
  return tx.query<{ card_id: string }>(
    'insert into card_person (card_id, person_digest) values ($1, $2) on conflict do nothing returning card_id',
    [cardId, digest],
  )
}

export function addToCounts(
  tx: Transaction,
  cardId: string,
  change: { chats: number; likes: number },
): Promise<CardCounts[]> {
  return tx.query<CardCounts>(
    `update card set chat_count = chat_count + $2, like_count = like_count + $3 where id = $1
     returning chat_count, like_count, editorial, rank`,
    [cardId, change.chats, change.likes],
  )
}

/** Updates the card's rank in the lists. */
export async function updateListingRank(tx: Transaction, cardId: string, rank: number): Promise<void> {
  await tx.query('update card set rank = $2 where id = $1', [cardId, rank])
  await tx.query('update card_shelf set rank = $2 where card_id = $1', [cardId, rank])
}

/** Updates the card's rank in the search index, where it has a row for each of its words. */
export async function updateSearchRank(tx: Transaction, cardId: string, rank: number): Promise<void> {
  await tx.query('update search_posting set rank = $2 where card_id = $1', [cardId, rank])
}

export function insertLike(tx: Transaction, personId: string, cardId: string, now: Date): Promise<unknown[]> {
  return tx.query(
    `insert into card_like (person_id, card_id, created_at) values ($1, $2, $3) on conflict do nothing returning 1`,
    [personId, cardId, now],
  )
}

export function deleteLike(tx: Transaction, personId: string, cardId: string): Promise<unknown[]> {
  return tx.query('delete from card_like where person_id = $1 and card_id = $2 returning 1', [personId, cardId])
}

/**
 * The next cards that a person likes, latest like first, if `isVisibleTo`, the ratings and their blocks let them see
 * them.
 */
export function selectFavourites(
  db: Queryable,
  reader: { personId: string; ratings: readonly string[]; blockedIds: readonly string[] },
  type: 'single' | 'multiple',
  after: { likedAt: Date; id: string },
  limit: number,
): Promise<{ card_id: string; liked_at: Date }[]> {
  return db.query<{ card_id: string; liked_at: Date }>(
    `select l.card_id, l.created_at as liked_at from card_like l join card c on c.id = l.card_id
     where l.person_id = $1::text and (l.created_at, l.card_id) < ($2::timestamptz, $3::text)
       and c.type = $4::text and c.shelf = any($5::text[])
       and c.restriction is distinct from 'removed'
       and (c.creator_id = $1::text
         or (c.state = 'published' and c.visibility <> 'private' and c.restriction is null))
       and ${unblockedSql('c.id', '$7')}
     order by l.created_at desc, l.card_id desc limit $6`,
    [reader.personId, after.likedAt, after.id, type, reader.ratings, limit, reader.blockedIds],
  )
}

/** A like with what decides whether its card exists for a reader. */
export interface LikeRow {
  card_id: string
  type: string
  name: string
  created_at: Date
  rating: 'sfw' | 'nsfw'
  suitsTeens: boolean
  creatorId: string | null
}

export function selectLikesOf(db: Queryable, personId: string): Promise<LikeRow[]> {
  return db.query<LikeRow>(
    `select l.card_id, c.type, c.name, l.created_at, c.rating, c.suits_teens as "suitsTeens", c.creator_id as "creatorId"
     from card_like l join card c on c.id = l.card_id
     where l.person_id = $1 order by l.created_at, l.card_id`,
    [personId],
  )
}

export function deleteLikesOf(tx: Transaction, personId: string): Promise<{ card_id: string }[]> {
  return tx.query<{ card_id: string }>('delete from card_like where person_id = $1 returning card_id', [personId])
}

/** The URL of the portrait of a person's own character; null when it has none, undefined for a card not theirs. */
export async function findOwnPortrait(
  db: Queryable,
  personId: string,
  cardId: string,
): Promise<string | null | undefined> {
  const rows = await db.query<{ avatar: string | null }>(
    `select avatar from card where id = $1 and creator_id = $2 and type = 'single'`,
    [cardId, personId],
  )
  return onlyRow(rows)?.avatar
}

/** The ids of the cards and groups that a person has made. */
export async function listCardIdsOf(db: Queryable, personId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from card where creator_id = $1', [personId])
  return rows.map(({ id }) => id)
}
