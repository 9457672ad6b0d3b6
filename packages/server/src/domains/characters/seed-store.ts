import type { CardDefinition } from '@everkin/contract/types.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Casting, Counts } from './store.ts'

/** A card's texts in one more language. */
export interface LocalText {
  locale: string
  name: string
  tagline: string
  greetings: string[]
  casting: Partial<Casting> | null
}

/** A card of the library as it is stored. */
export interface SeededCard {
  id: string
  type: 'single' | 'multiple'
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
  texts: LocalText[]
  /** Place in the library's own order, from 0. */
  place: number
  editorial: number
  contentHash: string
}

/** A fixed number that only seeding locks on: processes that start together seed one after the other. */
const SEEDING_LOCK = 7_041_779

export async function lockSeeding(tx: Queryable): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1::bigint)', [SEEDING_LOCK])
}

export function selectHashes(db: Queryable): Promise<{ id: string; content_hash: string | null }[]> {
  return db.query('select id, content_hash from card where creator_id is null')
}

/** Stores the card, new or over what was there before; gives the counts that its rank depends on. */
export function upsertCard(
  tx: Queryable,
  card: SeededCard & { state: string; rank: number; ruleVersion: string; createdAt: Date; now: Date },
): Promise<Counts[]> {
  return tx.query<Counts>(
    `insert into card (id, type, state, name, tagline, avatar, cover, gender, age, language, voice, creator_notes,
       definition, casting, member_ids, turn_policy, tags, rank, editorial, content_hash, rule_version,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13::jsonb, $14::jsonb, $15, $16, $17, $18,
       $19, $20, $21, $22, $23)
     on conflict (id) do update set type = excluded.type, state = excluded.state, name = excluded.name,
       tagline = excluded.tagline, avatar = excluded.avatar, cover = excluded.cover, gender = excluded.gender,
       age = excluded.age, language = excluded.language, voice = excluded.voice,
       creator_notes = excluded.creator_notes, definition = excluded.definition, casting = excluded.casting,
       member_ids = excluded.member_ids, turn_policy = excluded.turn_policy, tags = excluded.tags,
       editorial = excluded.editorial, content_hash = excluded.content_hash, rule_version = excluded.rule_version,
       updated_at = excluded.updated_at
     returning chat_count, like_count, editorial, rank`,
    [
      card.id,
      card.type,
      card.state,
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
      json(card.casting),
      card.memberIds,
      card.turnPolicy,
      card.tags,
      card.rank,
      card.editorial,
      card.contentHash,
      card.ruleVersion,
      card.createdAt,
      card.now,
    ],
  )
}

export async function updateRank(tx: Queryable, cardId: string, rank: number): Promise<void> {
  await tx.query('update card set rank = $2 where id = $1', [cardId, rank])
}

export async function replaceTexts(tx: Queryable, cardId: string, texts: readonly LocalText[]): Promise<void> {
  await tx.query('delete from card_text where card_id = $1', [cardId])
  for (const text of texts) {
    await tx.query(
      `insert into card_text (card_id, locale, name, tagline, greetings, casting)
       values ($1, $2, $3, $4, $5::jsonb, $6::jsonb)`,
      [cardId, text.locale, text.name, text.tagline, json(text.greetings), json(text.casting)],
    )
  }
}

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
