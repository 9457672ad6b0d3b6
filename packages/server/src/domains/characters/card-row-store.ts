import type { CardDefinition } from '@everkin/contract/types.ts'
import type { Queryable, SqlValue } from '../../platform/db/database.ts'
import { jsonOrNull } from '../../platform/db/json-column.ts'
import type { Casting, Counts } from './store.ts'

/** What every card says of itself, whoever wrote it. */
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
const JSON_COLUMNS = ['voice', 'definition', 'casting']
/** What a card keeps from its first day on; its rank moves with its counts. */
const KEPT_COLUMNS = ['id', 'creator_id', 'created_at', 'rank']

/**
 * Stores a card, new or in place of what it said before; gives the counts that its rank depends on. `rank` is that of a
 * new one, `others` are the columns that only this kind of card has, by their names.
 */
export function upsertCardRow(
  tx: Queryable,
  card: CardText,
  rank: number,
  others: Readonly<Record<string, SqlValue>>,
): Promise<Counts[]> {
  const row: Record<string, SqlValue> = { ...columnsOf(card), rank, ...others }
  const names = Object.keys(row)
  const places = names.map((name, index) => `$${index + 1}${JSON_COLUMNS.includes(name) ? '::jsonb' : ''}`)
  const changed = names.filter((name) => !KEPT_COLUMNS.includes(name)).map((name) => `${name} = excluded.${name}`)
  return tx.query<Counts>(
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
