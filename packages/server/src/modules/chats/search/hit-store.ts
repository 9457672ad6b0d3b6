import type { Queryable } from '../../../platform/db/database.ts'

/** A message as a hit shows it. */
export interface TextRow {
  chatId: string
  seq: number
  parentSeq: number
  role: 'user' | 'character' | 'system'
  speakerId: string | null
  text: string
  createdAt: Date
}

/** The texts of messages, without deleted ones and those being written. */
export function findTexts(db: Queryable, chatId: string, seqs: readonly number[]): Promise<TextRow[]> {
  return db.query<TextRow>(
    `select chat_id as "chatId", seq, parent_seq as "parentSeq", role, speaker_id as "speakerId", text,
       created_at as "createdAt"
     from message where chat_id = $1 and seq = any($2::int[]) and not deleted and status <> 'streaming'
     order by seq desc`,
    [chatId, seqs],
  )
}

/** The creation times of messages. */
export function findTimes(
  db: Queryable,
  chatId: string,
  seqs: readonly number[],
): Promise<{ seq: number; createdAt: Date }[]> {
  return db.query(
    `select seq, created_at as "createdAt" from message where chat_id = $1 and seq = any($2::int[]) and not deleted`,
    [chatId, seqs],
  )
}

/**
 * The given messages, highest number first, that are on the path that ends at `leafSeq`: one descent along the skip
 * pointers for each, O(log n) steps.
 */
export async function seqsOnPath(
  db: Queryable,
  chatId: string,
  leafSeq: number,
  seqs: readonly number[],
): Promise<number[]> {
  const rows = await db.query<{ seq: number }>(
    `select s.seq from unnest($3::int[]) as s (seq) cross join lateral (
       with recursive walk (seq, parent_seq, jump_seq) as (
         select seq, parent_seq, jump_seq from message where chat_id = $1 and seq = $2
         union all
         select m.seq, m.parent_seq, m.jump_seq from walk w join message m on m.chat_id = $1
           and m.seq = case when w.jump_seq >= s.seq then w.jump_seq else w.parent_seq end
         where w.seq > s.seq)
       select 1 from walk where walk.seq = s.seq) as reached
     where s.seq <= $2`,
    [chatId, leafSeq, seqs],
  )
  return rows.map((row) => row.seq)
}
