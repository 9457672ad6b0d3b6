import type { Queryable } from '../../../platform/db/database.ts'
import { SAID_TEXT } from '../store/said-text.ts'

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
    `select chat_id as "chatId", seq, parent_seq as "parentSeq", role, speaker_id as "speakerId", ${SAID_TEXT} as text,
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
