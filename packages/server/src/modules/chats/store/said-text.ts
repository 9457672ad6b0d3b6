import type { Queryable } from '../../../platform/db/database.ts'
import type { MessageRow } from './message-row.ts'

/** A message as prompts, memory, search and exports read it: its text, then the words for its pictures. */
export function saidText({ text, pictureText }: Pick<MessageRow, 'text' | 'pictureText'>): string {
  if (!pictureText) return text
  return text === '' ? pictureText : `${text}\n${pictureText}`
}

/** `saidText` in SQL, for queries that read no whole row. */
export const SAID_TEXT = `case when restriction is null then concat_ws(E'\\n', nullif(text, ''), picture_text) else '' end`

/** The text of a message, and the fields that decide whether it may be recalled. */
export type SaidRow = Pick<MessageRow, 'seq' | 'role' | 'speakerId' | 'text' | 'status' | 'hidden'>

/** The text of messages by their numbers, in that order, without deleted ones. */
export async function findSaid(db: Queryable, chatId: string, seqs: readonly number[]): Promise<SaidRow[]> {
  if (seqs.length === 0) return []
  return db.query<SaidRow>(
    `select seq, role, speaker_id as "speakerId", ${SAID_TEXT} as text, status, hidden from message
     where chat_id = $1 and seq = any($2::int[]) and not deleted order by seq`,
    [chatId, seqs],
  )
}

/**
 * Like `findSaid`, and also tells which messages in `placed` are on the path that ends at `leafSeq`: `findOnPath`
 * in the same query. Messages in `known` are returned only to show that they are not deleted.
 */
export async function findSaidOnPath(
  db: Queryable,
  chatId: string,
  leafSeq: number,
  { placed, known, said }: { placed: readonly number[]; known: readonly number[]; said: readonly number[] },
): Promise<(SaidRow & { isOnPath: boolean })[]> {
  if (placed.length + known.length + said.length === 0) return []
  return db.query(
    `with recursive walk (wanted, seq, parent_seq, jump_seq) as (
       select w.wanted, m.seq, m.parent_seq, m.jump_seq from unnest($3::int[]) as w (wanted)
         join message m on m.chat_id = $1 and m.seq = $2
       union all
       select w.wanted, m.seq, m.parent_seq, m.jump_seq from walk w join message m on m.chat_id = $1
         and m.seq = case when w.jump_seq >= w.wanted then w.jump_seq else w.parent_seq end
       where w.seq > w.wanted)
     select seq, role, speaker_id as "speakerId", case when seq = any($4::int[]) then ${SAID_TEXT} else '' end as text, status,
       hidden,
       seq in (select walk.seq from walk where walk.seq = walk.wanted) as "isOnPath"
     from message where chat_id = $1 and seq = any($3::int[] || $4::int[] || $5::int[]) and not deleted order by seq`,
    [chatId, leafSeq, placed, said, known],
  )
}
