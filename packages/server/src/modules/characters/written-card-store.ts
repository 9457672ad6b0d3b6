import type { Locale } from '@everkin/contract/locales.ts'
import type { CardDefinition } from '@everkin/contract/types.ts'
import { jsonOrNull, type Queryable, type SqlValue, type Transaction } from '../../platform/db/database.ts'
import type { Restriction } from './public-card.ts'
import type { CardCounts, Casting } from './store.ts'

/** The fields that every card has, of the library or not. */
export interface CardText {
  id: string
  type: 'single' | 'multiple'
  state: string
  name: string
  tagline: string
  avatar: string | null
  cover: string | null
  gender: string | null
  age: number | null
  language: string
  voice: unknown
  creatorNotes: string
  definition: CardDefinition | null
  casting: Casting | null
  memberIds: string[]
  turnPolicy: string
  tags: string[]
  ruleVersion: string
  createdAt: Date
  updatedAt: Date
}

/** Columns whose values are JSON. */
const JSON_COLUMNS = ['voice', 'definition', 'casting', 'hook']
/** Columns that never change after creation, except the rank, which changes with the counts. */
const IMMUTABLE_COLUMNS = ['id', 'creator_id', 'created_at', 'rank']

/**
 * Inserts or updates a card; returns the counts that its rank depends on. `rank` is that of a new one; `others` are the
 * columns that only this kind of card has, by their names.
 */
export function upsertCardRow(
  tx: Transaction,
  card: CardText,
  rank: number,
  others: Readonly<Record<string, SqlValue>>,
): Promise<CardCounts[]> {
  const row: Record<string, SqlValue> = { ...columnsOf(card), rank, ...others }
  const names = Object.keys(row)
  const places = names.map((name, index) => `$${index + 1}${JSON_COLUMNS.includes(name) ? '::jsonb' : ''}`)
  const changed = names.filter((name) => !IMMUTABLE_COLUMNS.includes(name)).map((name) => `${name} = excluded.${name}`)
  return tx.query<CardCounts>(
    `insert into card (${names.join(', ')}) values (${places.join(', ')})
     on conflict (id) do update set ${changed.join(', ')} returning chat_count, like_count, editorial, rank`,
    Object.values(row),
  )
}

function columnsOf(card: CardText): Record<string, SqlValue> {
  return {
    id: card.id,
    type: card.type,
    state: card.state,
    name: card.name,
    tagline: card.tagline,
    avatar: card.avatar,
    cover: card.cover,
    gender: card.gender,
    age: card.age,
    language: card.language,
    voice: jsonOrNull(card.voice),
    creator_notes: card.creatorNotes,
    definition: jsonOrNull(card.definition),
    casting: jsonOrNull(card.casting),
    member_ids: card.memberIds,
    turn_policy: card.turnPolicy,
    tags: card.tags,
    rule_version: card.ruleVersion,
    created_at: card.createdAt,
    updated_at: card.updatedAt,
  }
}

/** A card as its creator wrote it. */
export interface WrittenCard extends CardText {
  state: 'draft' | 'in_review' | 'published'
  visibility: 'public' | 'unlisted' | 'private'
  rating: 'sfw' | 'nsfw'
  /** Decided by the safety rules: nothing in it is romantic or sexual. */
  suitsTeens: boolean
  /** Null: the library. */
  creatorId: string | null
  gender: 'male' | 'female' | 'other' | null
  language: Locale
  definitionPublic: boolean
  turnPolicy: 'natural' | 'list' | 'pooled' | 'manual'
  replyLimit: number
  version: number
  /** Never written with the card: only `restrictCard` changes it. */
  restriction: Restriction | null
  /** The reasons why it cannot be seen or chatted with. */
  blockers: string[]
  /** The version that a moderator has published. Never written with the card: only `setReviewedState` changes it. */
  approvedVersion: number | null
}

const WRITTEN_CARD_COLUMNS = `id, type, state, visibility, rating, suits_teens as "suitsTeens", creator_id as "creatorId", name, tagline, avatar, cover, gender,
  age, language, voice, creator_notes as "creatorNotes", definition, definition_public as "definitionPublic", casting,
  restriction, member_ids as "memberIds", turn_policy as "turnPolicy", reply_limit as "replyLimit", tags, version, hindrances as blockers,
  (select a.version from card_approval a where a.card_id = card.id) as "approvedVersion",
  rule_version as "ruleVersion", created_at as "createdAt", updated_at as "updatedAt"`

export function selectWrittenCard(db: Queryable, id: string, isLocked: boolean): Promise<WrittenCard[]> {
  return db.query<WrittenCard>(
    `select ${WRITTEN_CARD_COLUMNS} from card where id = $1 and deleted_at is null ${isLocked ? 'for update' : ''}`,
    [id],
  )
}

/**
 * Whether any of these cards has changed since it was read. Until the transaction ends, none of them can change. A
 * group is locked before its members.
 */
export async function haveCardsChanged(
  tx: Transaction,
  cards: readonly Pick<WrittenCard, 'id' | 'updatedAt'>[],
): Promise<boolean> {
  const rows = await tx.query<{ id: string; updatedAt: Date }>(
    'select id, updated_at as "updatedAt" from card where id = any($1::text[]) order by id for share',
    [cards.map(({ id }) => id)],
  )
  const times = new Map(rows.map(({ id, updatedAt }) => [id, updatedAt.getTime()]))
  return cards.some(({ id, updatedAt }) => times.get(id) !== updatedAt.getTime())
}

/** Records that the rules of this version have judged a card. */
export async function setRuleVersion(tx: Transaction, cardId: string, ruleVersion: string): Promise<void> {
  await tx.query('update card set rule_version = $2 where id = $1', [cardId, ruleVersion])
}

/** The last row of a page of cards, ordered by the version of the rules. */
export interface RuleVersionPosition {
  ruleVersion: string
  id: string
}

/** People’s cards that an earlier version of the rules has judged, after a position. Nobody chats with a draft. */
export function selectCardsJudgedBefore(
  db: Queryable,
  ruleVersion: string,
  after: RuleVersionPosition,
  limit: number,
): Promise<RuleVersionPosition[]> {
  return db.query<RuleVersionPosition>(
    `select id, rule_version as "ruleVersion" from card
     where state <> 'draft' and creator_id is not null and deleted_at is null
       and rule_version collate "C" < $1 and (rule_version collate "C", id) > ($2, $3)
     order by rule_version collate "C", id limit $4`,
    [ruleVersion, after.ruleVersion, after.id, limit],
  )
}

/** People’s groups that a character is in, after an id. */
export async function selectGroupsOf(db: Queryable, memberId: string, after: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from card where type = 'multiple' and member_ids @> array[$1::text] and state <> 'draft'
       and creator_id is not null and deleted_at is null and id > $2 order by id limit $3`,
    [memberId, after, limit],
  )
  return rows.map(({ id }) => id)
}

export function selectIdsOfCards(db: Queryable, personId: string): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(
    'select id from card where creator_id = $1 and deleted_at is null order by created_at, id',
    [personId],
  )
}

/** Inserts or updates a card; returns the counts that its rank depends on. */
export function upsertWrittenCard(tx: Transaction, card: WrittenCard, rank: number): Promise<CardCounts[]> {
  return upsertCardRow(tx, card, rank, {
    visibility: card.visibility,
    rating: card.rating,
    suits_teens: card.suitsTeens,
    creator_id: card.creatorId,
    definition_public: card.definitionPublic,
    reply_limit: card.replyLimit,
    version: card.version,
    hindrances: card.blockers,
  })
}

/** Makes all cards of a person private; returns those that were not. */
export function hideCardsOf(tx: Transaction, personId: string, now: Date): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>(
    `update card set visibility = 'private', updated_at = $2
     where creator_id = $1 and visibility <> 'private' and deleted_at is null returning id`,
    [personId, now],
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
  shown: { type: 'single' | 'multiple'; show: string | null; ratings: readonly string[] },
  after: { updatedAt: Date; id: string },
  limit: number,
): Promise<{ card_id: string; updated_at: Date }[]> {
  return db.query<{ card_id: string; updated_at: Date }>(
    `select id as card_id, updated_at from card
     where creator_id = $1 and type = $2 and (shelf = any($7::text[]) or (suits_teens and rating = 'sfw')) and deleted_at is null and (updated_at, id) < ($3::timestamptz, $4::text)
       and case $5::text when 'draft' then state = 'draft' when 'in_review' then state = 'in_review'
             else $5::text is null or (state = 'published' and visibility = $5::text) end
     order by updated_at desc, id desc limit $6`,
    [personId, shown.type, after.updatedAt, after.id, shown.show, limit, shown.ratings],
  )
}

/** Clears cards except for what their chats need to stay readable: the row itself and the name. */
export async function clearCardContents(tx: Transaction, ids: readonly string[], now: Date): Promise<void> {
  await tx.query(
    `update card set deleted_at = $2, creator_id = null, state = 'draft', visibility = 'private', tagline = '',
       avatar = null, cover = null, voice = null, creator_notes = '', definition = null, definition_public = false,
       casting = null, member_ids = '{}', tags = '{}', hindrances = '{}', updated_at = $2
     where id = any($1::text[])`,
    [ids, now],
  )
  for (const table of ['card_version', 'card_approval', 'card_text', 'card_like'])
    await tx.query(`delete from ${table} where card_id = any($1::text[])`, [ids])
}

/** Deletes the remaining rows of cards that no chat or group refers to. */
export async function deleteUnreferencedCards(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    `with used as materialized (select distinct card_id from chat where card_id = any($1::text[]))
     delete from card c where c.id = any($1::text[]) and c.id not in (select card_id from used)
       and not exists (select 1 from card g where g.type = 'multiple' and c.id = any(g.member_ids))`,
    [ids],
  )
}
