import type { StopPlace } from '@everkin/contract/moderation-choices.ts'
import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'

/** Stores a text with its appeal; false when this person has appealed for the same text before. */
export async function insertStoppedText(
  tx: Transaction,
  row: {
    id: string
    personId: string
    place: StopPlace
    category: string
    text: string
    textHash: Buffer
    createdAt: Date
  },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into stopped_text (id, person_id, place, category, text, text_hash, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (person_id, text_hash) do nothing returning 1`,
    [row.id, row.personId, row.place, row.category, row.text, row.textHash, row.createdAt],
  )
  return rows.length > 0
}

/** The text is null once it was deleted. */
export async function findStoppedText(
  db: Queryable,
  id: string,
): Promise<{ text: string | null; createdAt: Date } | null> {
  return onlyRow(
    await db.query<{ text: string | null; createdAt: Date }>(
      'select text, created_at as "createdAt" from stopped_text where id = $1',
      [id],
    ),
  )
}

/**
 * Deletes the texts whose appeal was decided before a moment, after which it can no longer be undone, and those that
 * are older than another.
 */
export async function deleteStoppedTexts(db: Queryable, before: { decided: Date; createdAt: Date }): Promise<void> {
  await db.query(
    `update stopped_text s set text = null where s.text is not null and (s.created_at <= $2
       or (not exists (select 1 from moderation_case c
             where c.target_type = 'text' and c.target_id = s.id and c.state = 'open')
           and not exists (select 1 from moderation_decision d where d.target_type = 'text' and d.target_id = s.id
             and d.action <> 'stop' and d.undone_at is null and d.created_at > $1)))`,
    [before.decided, before.createdAt],
  )
}
