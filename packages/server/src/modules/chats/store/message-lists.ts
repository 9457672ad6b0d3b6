import type { Queryable } from '../../../platform/db/database.ts'
import type { ChatActivity } from '../../invitations/module.ts'
import { LISTED_COLUMNS, type MessageRow, WHOLE_COLUMNS } from './message-row.ts'

/**
 * Every message changed after a revision and up to that of `chat`, including deleted ones, ordered by revision; at most
 * `limit`, null for all. What changed since `chat` was read is left out, because its path does not know it.
 */
export async function findChangedAfter(
  db: Queryable,
  chat: { id: string; rev: number },
  rev: number,
  limit: number | null,
): Promise<MessageRow[]> {
  return db.query<MessageRow>(
    `select ${LISTED_COLUMNS} from message where chat_id = $1 and rev > $2::bigint and rev <= $3::bigint
     order by rev, seq limit $4`,
    [chat.id, rev, chat.rev, limit],
  )
}

/** Messages by their numbers, in order. */
export function findMessagesBySeq(db: Queryable, chatId: string, seqs: readonly number[]): Promise<MessageRow[]> {
  return db.query<MessageRow>(
    `select ${LISTED_COLUMNS} from message where chat_id = $1 and seq = any($2::int[]) and not deleted order by seq`,
    [chatId, seqs],
  )
}

/**
 * Rows with a number up to `fromSeq`, newest first. The rows of a chat are stored together, so this is one short scan.
 */
export async function findDownFrom(
  db: Queryable,
  chatId: string,
  fromSeq: number,
  limit: number,
): Promise<MessageRow[]> {
  return db.query<MessageRow>(
    `select ${LISTED_COLUMNS} from message where chat_id = $1 and seq <= $2 order by seq desc limit $3`,
    [chatId, fromSeq, limit],
  )
}

/** A page of a chat's rows, oldest first, including tombstones; `isWhole` with long reasoning. */
export function findUpFrom(
  db: Queryable,
  chatId: string,
  afterSeq: number,
  { limit, isWhole }: { limit: number; isWhole: boolean },
): Promise<MessageRow[]> {
  const columns = isWhole ? WHOLE_COLUMNS : LISTED_COLUMNS
  return db.query<MessageRow>(`select ${columns} from message where chat_id = $1 and seq > $2 order by seq limit $3`, [
    chatId,
    afterSeq,
    limit,
  ])
}

/**
 * A person's activity, as invitations check it: the number of their own messages and of the days (UTC) they fall on. Uses
 * the index that holds every message once.
 */
export async function countActivity(db: Queryable, personId: string): Promise<ChatActivity> {
  const [row] = await db.query<ChatActivity>(
    `select count(*)::int as messages, (count(distinct (created_at at time zone 'UTC')::date))::int as days
     from message where sender_id = $1 and client_id is not null`,
    [personId],
  )
  return row ?? { messages: 0, days: 0 }
}
