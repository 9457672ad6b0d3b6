import type { Queryable, Transaction } from '../../../platform/db/database.ts'

/** The children of the given parents, in the order they were created. */
export async function findChildren(
  db: Queryable,
  chatId: string,
  parentSeqs: readonly number[],
): Promise<{ seq: number; parentSeq: number }[]> {
  if (parentSeqs.length === 0) return []
  return db.query(
    `select seq, parent_seq as "parentSeq" from message
     where chat_id = $1 and parent_seq = any($2::int[]) and not deleted order by seq`,
    [chatId, parentSeqs],
  )
}

/** The end of the path below a message that follows the newest child at each step. */
export async function findNewestEnd(db: Queryable, chatId: string, seq: number): Promise<number> {
  const [row] = await db.query<{ seq: number }>(
    `with recursive down (seq) as (
       select $2::int
       union all
       select (select max(m.seq) from message m where m.chat_id = $1 and m.parent_seq = d.seq and not m.deleted)
       from down d where d.seq is not null)
     select max(seq) as seq from down`,
    [chatId, seq],
  )
  return row?.seq ?? seq
}

/** The parent of each message, newest first: short rows, so that the path of a whole chat is found in few reads. */
export function findParentsDownFrom(
  db: Queryable,
  chatId: string,
  fromSeq: number,
  limit: number,
): Promise<{ seq: number; parentSeq: number }[]> {
  return db.query(
    `select seq, parent_seq as "parentSeq" from message where chat_id = $1 and seq <= $2 order by seq desc limit $3`,
    [chatId, fromSeq, limit],
  )
}

/** Saves on a variant where its path ended, before another variant becomes active. */
export async function saveTip(tx: Transaction, chatId: string, seq: number, tipSeq: number): Promise<void> {
  await tx.query('update message set tip_seq = $3 where chat_id = $1 and seq = $2', [chatId, seq, tipSeq])
}
