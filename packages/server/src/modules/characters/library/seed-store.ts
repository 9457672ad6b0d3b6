import type { Hook } from '@everkin/contract/types.ts'
import { jsonOrNull, type Queryable, type Transaction } from '../../../platform/db/database.ts'
import type { CardCounts, Casting } from '../store.ts'
import { type CardText, upsertCardRow } from '../written-card-store.ts'

/** A card's texts in one more language. */
export interface LocalText {
  locale: string
  name: string
  tagline: string
  greetings: string[]
  /** Null where they are not translated, and for groups, which have none. */
  creator_notes: string | null
  casting: Partial<Casting> | null
  hook: Hook | null
}

/** A card of the library as its file defines it. */
export interface SeededCard extends Omit<CardText, 'state' | 'ruleVersion' | 'createdAt' | 'updatedAt'> {
  texts: LocalText[]
  hook: Hook | null
  /** Position in the library's own order, from 0. */
  place: number
  editorial: number
  contentHash: string
}

/** A fixed advisory lock number used only for seeding: processes that start together seed one after the other. */
const SEEDING_LOCK = 7_041_779

export async function lockSeeding(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1::bigint)', [SEEDING_LOCK])
}

export function selectHashes(db: Queryable): Promise<{ id: string; content_hash: string | null }[]> {
  return db.query('select id, content_hash from card where creator_id is null')
}

/** Inserts or updates the card; returns the counts that its rank depends on. */
export function upsertCard(
  tx: Transaction,
  card: SeededCard & CardText & { suitsTeens: boolean },
  rank: number,
): Promise<CardCounts[]> {
  return upsertCardRow(tx, card, rank, {
    editorial: card.editorial,
    suits_teens: card.suitsTeens,
    content_hash: card.contentHash,
    hook: jsonOrNull(card.hook),
  })
}

export async function updateRank(tx: Transaction, cardId: string, rank: number): Promise<void> {
  await tx.query('update card set rank = $2 where id = $1', [cardId, rank])
}

/** Has people’s groups judged again beside members that may have another name now. */
export async function clearRuleVersionOfGroups(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  await tx.query(
    `update card set rule_version = '' where type = 'multiple' and creator_id is not null and member_ids && $1::text[]`,
    [memberIds],
  )
}

/** Replaces the translated texts of cards. */
export async function replaceTexts(tx: Transaction, cards: readonly Pick<SeededCard, 'id' | 'texts'>[]): Promise<void> {
  await tx.query('delete from card_text where card_id = any($1::text[])', [cards.map(({ id }) => id)])
  const rows = cards.flatMap(({ id, texts }) => texts.map((text) => ({ ...text, card_id: id })))
  await tx.query(
    `insert into card_text (card_id, locale, name, tagline, greetings, creator_notes, casting, hook)
     select card_id, locale, name, tagline, greetings, creator_notes, casting, hook
     from jsonb_to_recordset($1::jsonb) as text (card_id text, locale text, name text, tagline text, greetings jsonb,
       creator_notes text, casting jsonb, hook jsonb)`,
    [JSON.stringify(rows)],
  )
}
