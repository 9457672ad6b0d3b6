import type { Queryable } from '../../../platform/db/database.ts'
import type { MessageRow } from './message-row.ts'

/** What a reply is so far. Without `reasoning`, what was saved of it stays. */
export type ReplyCheckpoint = Pick<MessageRow, 'chatId' | 'seq' | 'text' | 'reasoning' | 'reasoningMs'>

/**
 * Saves replies so far, as far as they are still being written. No new revision, since live readers already have it.
 * Returns the ids of the chats in which it did: one that another transaction is changing is left out, so that no reply
 * waits for the chat of another.
 */
export async function saveCheckpoints(
  db: Pick<Queryable, 'query'>,
  checkpoints: readonly ReplyCheckpoint[],
): Promise<Set<string>> {
  const rows = await db.query<{ chatId: string }>(
    `with live as (
       select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::int[])
         as live (chat_id, seq, text, reasoning, reasoning_ms)
     ), free as (
       select message.chat_id, message.seq from live join message on message.chat_id = live.chat_id
         and message.seq = live.seq
       where message.status = 'streaming' for no key update of message skip locked
     )
     update message set text = live.text, reasoning = coalesce(live.reasoning, message.reasoning),
       reasoning_ms = coalesce(live.reasoning_ms, message.reasoning_ms)
     from free join live on live.chat_id = free.chat_id and live.seq = free.seq
     where message.chat_id = free.chat_id and message.seq = free.seq
     returning message.chat_id as "chatId"`,
    [
      checkpoints.map(({ chatId }) => chatId),
      checkpoints.map(({ seq }) => seq),
      checkpoints.map(({ text }) => text),
      checkpoints.map(({ reasoning }) => reasoning),
      checkpoints.map(({ reasoningMs }) => reasoningMs),
    ],
  )
  return new Set(rows.map(({ chatId }) => chatId))
}

/** Like `saveCheckpoints`, with a statement for each reply: on Citus they are on several shards. */
export async function saveCheckpointsOneByOne(
  db: Pick<Queryable, 'query'>,
  checkpoints: readonly ReplyCheckpoint[],
): Promise<Set<string>> {
  const saved = new Set<string>()
  for (const { chatId, seq, text, reasoning, reasoningMs } of checkpoints) {
    const rows = await db.query(
      `with free as (
         select chat_id, seq from message where chat_id = $1 and seq = $2 and status = 'streaming'
         for no key update skip locked
       )
       update message set text = $3, reasoning = coalesce($4::text, message.reasoning),
         reasoning_ms = coalesce($5::int, message.reasoning_ms)
       from free where message.chat_id = $1 and message.seq = free.seq
       returning message.seq`,
      [chatId, seq, text, reasoning, reasoningMs],
    )
    if (rows.length > 0) saved.add(chatId)
  }
  return saved
}
