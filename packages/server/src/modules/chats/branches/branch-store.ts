import type { Queryable } from '../../../platform/db/database.ts'
import { SAID_TEXT } from '../store/said-text.ts'

/** A message that does not follow the one numbered before it. Every branch point of a tree has one. */
export interface BranchStart {
  seq: number
  parentSeq: number
}

/** All branch starts of a chat in order, including deleted ones; served by an index that holds nothing else. */
export function findBranchStarts(db: Queryable, chatId: string): Promise<BranchStart[]> {
  return db.query<BranchStart>(
    `select seq, parent_seq as "parentSeq" from message
     where chat_id = $1 and seq <> parent_seq + 1 order by seq`,
    [chatId],
  )
}

/** The numbers of all deleted messages, in order; served by an index that holds nothing else. */
export async function findDeletedSeqs(db: Queryable, chatId: string): Promise<number[]> {
  const rows = await db.query<{ seq: number }>('select seq from message where chat_id = $1 and deleted order by seq', [
    chatId,
  ])
  return rows.map((row) => row.seq)
}

/** The fields of a message that its node shows. */
export interface NodeRow {
  seq: number
  role: 'user' | 'character' | 'system'
  speakerId: string | null
  text: string
  createdAt: Date
}

/** The messages with these numbers, with their texts cut to `length` characters. */
export function findNodeRows(
  db: Queryable,
  chatId: string,
  seqs: readonly number[],
  length: number,
): Promise<NodeRow[]> {
  return db.query<NodeRow>(
    `select seq, role, speaker_id as "speakerId", left(${SAID_TEXT}, $3) as text, created_at as "createdAt"
     from message where chat_id = $1 and seq = any($2::int[]) and not deleted order by seq`,
    [chatId, seqs, length],
  )
}
