import type { Queryable, Transaction } from '../../../platform/db/database.ts'

/** One version of a chat's summary. */
export interface SummaryRow {
  rev: number
  text: string
  coversToSeq: number
  origin: 'person' | 'model'
  createdAt: Date
}

/** A chat's versions, newest first. */
export function listSummaries(db: Queryable, chatId: string): Promise<SummaryRow[]> {
  return db.query<SummaryRow>(
    `select rev, text, covers_to_seq as "coversToSeq", origin, created_at as "createdAt" from memory_summary
     where chat_id = $1 order by rev desc`,
    [chatId],
  )
}

/** Stores a version and deletes all but the newest `maxVersions`. */
export async function insertSummary(
  tx: Transaction,
  chatId: string,
  summary: SummaryRow,
  maxVersions: number,
): Promise<void> {
  await tx.query(
    `insert into memory_summary (chat_id, rev, text, covers_to_seq, origin, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [chatId, summary.rev, summary.text, summary.coversToSeq, summary.origin, summary.createdAt],
  )
  await tx.query(
    `delete from memory_summary where chat_id = $1 and rev <= (
       select rev from memory_summary where chat_id = $1 order by rev desc offset $2 limit 1)`,
    [chatId, maxVersions],
  )
}

export async function deleteSummaries(tx: Transaction, chatId: string, revs: readonly number[]): Promise<void> {
  if (revs.length > 0)
    await tx.query('delete from memory_summary where chat_id = $1 and rev = any($2::int[])', [chatId, revs])
}

/** The current summary of each of a person's chats, for their data export. */
export function listSummariesOfPerson(
  db: Queryable,
  personId: string,
): Promise<{ chatId: string; text: string; createdAt: Date }[]> {
  return db.query(
    `select distinct on (s.chat_id) s.chat_id as "chatId", s.text, s.created_at as "createdAt"
     from memory_summary s join chat c on c.id = s.chat_id
     where c.person_id = $1 and c.deleted_at is null order by s.chat_id, s.rev desc`,
    [personId],
  )
}
