import type { Queryable } from '../../platform/db/database.ts'
import type { CardContent } from './card-content.ts'

export interface VersionRow {
  number: number
  content: CardContent
  changed: string[]
  restoredFrom: number | null
  createdAt: Date
}

const COLUMNS = `number, content, changed, restored_from as "restoredFrom", created_at as "createdAt"`

/** Keeps a version, and lets go of the oldest beyond `most`. */
export async function insertVersion(tx: Queryable, cardId: string, row: VersionRow, most: number): Promise<void> {
  await tx.query(
    `insert into card_version (card_id, number, content, changed, restored_from, created_at)
     values ($1, $2, $3::jsonb, $4, $5, $6)`,
    [cardId, row.number, JSON.stringify(row.content), row.changed, row.restoredFrom, row.createdAt],
  )
  await tx.query('delete from card_version where card_id = $1 and number <= $2', [cardId, row.number - most])
}

export function selectVersions(
  db: Queryable,
  cardId: string,
): Promise<(Omit<VersionRow, 'content'> & { name: string })[]> {
  return db.query(
    `select number, content->>'name' as name, changed, restored_from as "restoredFrom", created_at as "createdAt"
     from card_version where card_id = $1 order by number desc`,
    [cardId],
  )
}

export function selectVersion(db: Queryable, cardId: string, number: number): Promise<VersionRow[]> {
  return db.query<VersionRow>(`select ${COLUMNS} from card_version where card_id = $1 and number = $2`, [
    cardId,
    number,
  ])
}

/** Versions of a card with all that they say, oldest first, from behind a number. */
export function selectWholeVersions(
  db: Queryable,
  cardId: string,
  after: number,
  limit: number,
): Promise<Omit<VersionRow, 'changed'>[]> {
  return db.query(
    `select number, content, restored_from as "restoredFrom", created_at as "createdAt"
     from card_version where card_id = $1 and number > $2 order by number limit $3`,
    [cardId, after, limit],
  )
}
