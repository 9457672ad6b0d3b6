import { LIMITS } from '@everkin/contract/limits.ts'
import type { Queryable } from '../../platform/db/database.ts'

export interface DraftRow {
  id: string
  type: 'single' | 'multiple'
  cardId: string | null
  name: string
  avatar: string | null
  rev: number
  updatedAt: Date
}

/** A form may hold anything: of what stands where a name and a picture are, a list takes no more than they can be. */
const COLUMNS = `id, type, card_id as "cardId", rev, updated_at as "updatedAt",
  left(coalesce(content->>'name', ''), ${LIMITS.nameLength}) as name,
  left(coalesce(content->>'avatar', content->>'cover'), 300) as avatar`

export function selectDrafts(db: Queryable, personId: string, type: string | null): Promise<DraftRow[]> {
  return db.query<DraftRow>(
    `select ${COLUMNS} from card_draft where person_id = $1 and ($2::text is null or type = $2::text)
     order by updated_at desc, id desc`,
    [personId, type],
  )
}

export function selectDraft(
  db: Queryable,
  personId: string,
  id: string,
): Promise<(DraftRow & { content: Record<string, unknown> })[]> {
  return db.query(`select ${COLUMNS}, content from card_draft where id = $1 and person_id = $2`, [id, personId])
}

export function selectDraftOfCard(db: Queryable, personId: string, cardId: string): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(
    'select id from card_draft where person_id = $1 and card_id = $2 order by updated_at desc limit 1',
    [personId, cardId],
  )
}

export async function insertDraft(
  tx: Queryable,
  personId: string,
  draft: { id: string; type: string; cardId: string | null; content: string; now: Date },
): Promise<void> {
  await tx.query(
    `insert into card_draft (id, person_id, type, card_id, content, updated_at) values ($1, $2, $3, $4, $5::jsonb, $6)`,
    [draft.id, personId, draft.type, draft.cardId, draft.content, draft.now],
  )
}

/** Nothing when the draft is not as it was at `rev`. */
export function updateDraft(
  tx: Queryable,
  personId: string,
  draft: { id: string; content: string; rev: number; now: Date },
): Promise<{ rev: number }[]> {
  return tx.query<{ rev: number }>(
    `update card_draft set content = $3::jsonb, rev = rev + 1, updated_at = $5
     where id = $1 and person_id = $2 and rev = $4 returning rev`,
    [draft.id, personId, draft.content, draft.rev, draft.now],
  )
}

export function deleteDraftRow(tx: Queryable, personId: string, id: string): Promise<{ content: unknown }[]> {
  return tx.query('delete from card_draft where id = $1 and person_id = $2 returning content', [id, personId])
}

export function deleteDraftsOfCard(tx: Queryable, personId: string, cardId: string): Promise<{ content: unknown }[]> {
  return tx.query('delete from card_draft where card_id = $1 and person_id = $2 returning content', [cardId, personId])
}

export async function countDrafts(tx: Queryable, personId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from card_draft where person_id = $1',
    [personId],
  )
  return row?.count ?? 0
}

/** Every draft with what is in it, for the copy of one's data. */
export function selectWholeDrafts(db: Queryable, personId: string): Promise<object[]> {
  return db.query(
    `select id, type, card_id, content, updated_at from card_draft where person_id = $1 order by updated_at, id`,
    [personId],
  )
}
