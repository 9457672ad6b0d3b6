import type { Locale } from '@everkin/contract/locales.ts'
import type { CardDefinition } from '@everkin/contract/types.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Casting, Counts } from './store.ts'

/** A card as whoever made it wrote it. */
export interface WrittenCard {
  id: string
  type: 'single' | 'multiple'
  state: 'draft' | 'in_review' | 'published'
  visibility: 'public' | 'unlisted' | 'private'
  rating: 'sfw' | 'nsfw'
  /** Null: the library. */
  creatorId: string | null
  name: string
  tagline: string
  avatar: string | null
  cover: string | null
  gender: 'male' | 'female' | 'other' | null
  age: number | null
  language: Locale
  voice: unknown
  creatorNotes: string
  definition: CardDefinition | null
  definitionPublic: boolean
  casting: Casting | null
  memberIds: string[]
  turnPolicy: 'natural' | 'list' | 'pooled' | 'manual'
  replyLimit: number
  tags: string[]
  version: number
  /** What keeps it from being seen or talked with. */
  hindrances: string[]
  ruleVersion: string
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = `id, type, state, visibility, rating, creator_id as "creatorId", name, tagline, avatar, cover, gender,
  age, language, voice, creator_notes as "creatorNotes", definition, definition_public as "definitionPublic", casting,
  member_ids as "memberIds", turn_policy as "turnPolicy", reply_limit as "replyLimit", tags, version, hindrances,
  rule_version as "ruleVersion", created_at as "createdAt", updated_at as "updatedAt"`

export function selectWrittenCard(db: Queryable, id: string, isHeld: boolean): Promise<WrittenCard[]> {
  return db.query<WrittenCard>(
    `select ${COLUMNS} from card where id = $1 and deleted_at is null ${isHeld ? 'for update' : ''}`,
    [id],
  )
}

export function selectWrittenCardsOf(db: Queryable, personId: string): Promise<WrittenCard[]> {
  return db.query<WrittenCard>(
    `select ${COLUMNS} from card where creator_id = $1 and deleted_at is null order by created_at, id`,
    [personId],
  )
}

/** Stores a card, new or in place of what it said before; gives the counts that its rank depends on. */
export function upsertWrittenCard(tx: Queryable, card: WrittenCard, rank: number): Promise<Counts[]> {
  return tx.query<Counts>(
    `insert into card (id, type, state, visibility, rating, creator_id, name, tagline, avatar, cover, gender, age,
       language, voice, creator_notes, definition, definition_public, casting, member_ids, turn_policy, reply_limit,
       tags, version, hindrances, rule_version, created_at, updated_at, rank)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::jsonb, $15, $16::jsonb, $17, $18::jsonb,
       $19, $20, $21, $22, $23, $24, $25, $26, $27, $28)
     on conflict (id) do update set state = excluded.state, visibility = excluded.visibility, rating = excluded.rating,
       name = excluded.name, tagline = excluded.tagline, avatar = excluded.avatar, cover = excluded.cover,
       gender = excluded.gender, age = excluded.age, language = excluded.language, voice = excluded.voice,
       creator_notes = excluded.creator_notes, definition = excluded.definition,
       definition_public = excluded.definition_public, casting = excluded.casting, member_ids = excluded.member_ids,
       turn_policy = excluded.turn_policy, reply_limit = excluded.reply_limit, tags = excluded.tags,
       version = excluded.version, hindrances = excluded.hindrances, rule_version = excluded.rule_version,
       updated_at = excluded.updated_at
     returning chat_count, like_count, editorial, rank`,
    [
      card.id,
      card.type,
      card.state,
      card.visibility,
      card.rating,
      card.creatorId,
      card.name,
      card.tagline,
      card.avatar,
      card.cover,
      card.gender,
      card.age,
      card.language,
      json(card.voice),
      card.creatorNotes,
      json(card.definition),
      card.definitionPublic,
      json(card.casting),
      card.memberIds,
      card.turnPolicy,
      card.replyLimit,
      card.tags,
      card.version,
      card.hindrances,
      card.ruleVersion,
      card.createdAt,
      card.updatedAt,
      rank,
    ],
  )
}

export async function countCardsOf(db: Queryable, personId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from card where creator_id = $1 and deleted_at is null',
    [personId],
  )
  return row?.count ?? 0
}

/** One's own cards, last changed first. */
export function selectOwnCards(
  db: Queryable,
  personId: string,
  shown: { type: 'single' | 'multiple'; show: string | null },
  after: { updatedAt: Date; id: string },
  limit: number,
): Promise<{ card_id: string; updated_at: Date }[]> {
  return db.query<{ card_id: string; updated_at: Date }>(
    `select id as card_id, updated_at from card
     where creator_id = $1 and type = $2 and deleted_at is null and (updated_at, id) < ($3::timestamptz, $4::text)
       and case $5::text when 'draft' then state = 'draft' when 'in_review' then state = 'in_review'
             else $5::text is null or (state = 'published' and visibility = $5::text) end
     order by updated_at desc, id desc limit $6`,
    [personId, shown.type, after.updatedAt, after.id, shown.show, limit],
  )
}

/** Leaves of these cards what chats with them need to stay readable: that there was one, and its name. */
export async function emptyCards(tx: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await tx.query(
    `update card set deleted_at = $2, creator_id = null, state = 'draft', visibility = 'private', tagline = '',
       avatar = null, cover = null, voice = null, creator_notes = '', definition = null, definition_public = false,
       casting = null, member_ids = '{}', tags = '{}', hindrances = '{}', updated_at = $2
     where id = any($1::text[])`,
    [ids, now],
  )
  for (const table of ['card_version', 'card_text', 'card_like'])
    await tx.query(`delete from ${table} where card_id = any($1::text[])`, [ids])
}

/** Removes what was left of those that nobody has a chat or a group with. */
export async function deleteUnmet(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query(
    `delete from card c where c.id = any($1::text[]) and not exists (select 1 from chat where card_id = c.id)
       and not exists (select 1 from card g where g.type = 'multiple' and c.id = any(g.member_ids))`,
    [ids],
  )
}

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
