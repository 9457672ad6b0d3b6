import type { Queryable } from '../../../platform/db/database.ts'
import type { ChatRow } from './chat-store.ts'
import { findDownFrom } from './message-lists.ts'
import type { MessageRow } from './message-row.ts'
import { findParentsDownFrom } from './message-tree.ts'

/**
 * Loads a page of the path that ends at `leafSeq`, oldest first: its end, or the part before `beforeSeq`. The cost does
 * not grow with the chat: rows are read downwards from a known number, and the parent's number skips any gap (a long
 * inactive branch).
 */
export async function loadPath(
  db: Queryable,
  chatId: string,
  leafSeq: number,
  options: { beforeSeq?: number; limit: number },
): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
  let wanted: number = leafSeq
  if (options.beforeSeq !== undefined) wanted = (await findOnPathBefore(db, chatId, leafSeq, options.beforeSeq)) ?? 0
  const rows: MessageRow[] = []
  while (wanted > 0 && rows.length < options.limit) {
    const missing = options.limit - rows.length
    for (const row of await findDownFrom(db, chatId, wanted, missing + 10)) {
      if (row.seq !== wanted) continue
      rows.push(row)
      wanted = row.parentSeq
      if (rows.length === options.limit) break
    }
  }
  return { rows: rows.reverse(), hasMore: wanted > 0 }
}

const PARENT_PAGE_SIZE = 5_000

/** Which messages are on the active path: one bit each, since a set of numbers would be ten times larger. */
export async function loadActivePath(db: Queryable, chat: ChatRow): Promise<(seq: number) => boolean> {
  const bits = new Uint8Array((chat.nextSeq >> 3) + 1)
  let wanted = chat.leafSeq
  for (let from = wanted; from > 0 && wanted > 0; ) {
    const rows = await findParentsDownFrom(db, chat.id, from, PARENT_PAGE_SIZE)
    for (const { seq, parentSeq } of rows) {
      if (seq !== wanted) continue
      bits[seq >> 3]! |= 1 << (seq & 7) // a leaf is numbered below `nextSeq`
      wanted = parentSeq
    }
    from = rows.length < PARENT_PAGE_SIZE ? 0 : Math.min(wanted, rows.at(-1)!.seq - 1)
  }
  return (seq) => ((bits[seq >> 3] ?? 0) & (1 << (seq & 7))) !== 0
}

/**
 * The given messages that are on the path that ends at `leafSeq`, highest number first: one query, in which each goes
 * down the skip pointers in O(log n) steps.
 */
export async function findOnPath(
  db: Queryable,
  chatId: string,
  leafSeq: number,
  seqs: readonly number[],
): Promise<number[]> {
  if (seqs.length === 0) return []
  const rows = await db.query<{ seq: number }>(
    `with recursive walk (wanted, seq, parent_seq, jump_seq) as (
       select w.wanted, m.seq, m.parent_seq, m.jump_seq from unnest($3::int[]) as w (wanted)
         join message m on m.chat_id = $1 and m.seq = $2
       union all
       select w.wanted, m.seq, m.parent_seq, m.jump_seq from walk w join message m on m.chat_id = $1
         and m.seq = case when w.jump_seq >= w.wanted then w.jump_seq else w.parent_seq end
       where w.seq > w.wanted)
     select distinct seq from walk where seq = wanted order by seq desc`,
    [chatId, leafSeq, seqs],
  )
  return rows.map(({ seq }) => seq)
}

/**
 * The last message before a number on the path that ends at `leafSeq`, found by skip pointers in O(log n) steps, since
 * numbers only grow along a path. Null when there is none.
 */
export async function findOnPathBefore(
  db: Queryable,
  chatId: string,
  leafSeq: number,
  beforeSeq: number,
): Promise<number | null> {
  if (leafSeq < beforeSeq) return leafSeq || null
  const rows = await db.query<{ seq: number }>(
    `with recursive walk (seq, parent_seq, jump_seq) as (
       select seq, parent_seq, jump_seq from message where chat_id = $1 and seq = $2
       union all
       select m.seq, m.parent_seq, m.jump_seq from walk w join message m on m.chat_id = $1
         and m.seq = case when w.jump_seq >= $3 then w.jump_seq else w.parent_seq end
       where w.seq >= $3)
     select seq from walk where seq < $3`,
    [chatId, leafSeq, beforeSeq],
  )
  return rows[0]?.seq ?? null
}

/** Whether a message is on the path that ends at `leafSeq`. */
export async function isOnPath(db: Queryable, chatId: string, leafSeq: number, seq: number): Promise<boolean> {
  return (await findOnPathBefore(db, chatId, leafSeq, seq + 1)) === seq
}

/** The message that follows `parentSeq` (0: the root) on the path that ends at `leafSeq`; null at its end. */
export async function findOnPathAfter(
  db: Queryable,
  chatId: string,
  leafSeq: number,
  parentSeq: number,
): Promise<number | null> {
  const rows = await db.query<{ seq: number }>(
    `with recursive walk (seq, parent_seq, jump_seq) as (
       select seq, parent_seq, jump_seq from message where chat_id = $1 and seq = $2
       union all
       select m.seq, m.parent_seq, m.jump_seq from walk w join message m on m.chat_id = $1
         and m.seq = case when w.jump_seq > $3 then w.jump_seq else w.parent_seq end
       where w.parent_seq > $3)
     select seq from walk where parent_seq = $3`,
    [chatId, leafSeq, parentSeq],
  )
  return rows[0]?.seq ?? null
}
