import type { Queryable } from '../../platform/db/database.ts'

/**
 * Messages have been deleted: what was remembered of them goes with them, in the same transaction. A summary that has
 * read a deleted message ends in one, since all that followed it is deleted too.
 */
export async function forgetMessages(
  tx: Queryable,
  chat: { id: string; memoryRev: number },
  seqs: readonly number[],
): Promise<void> {
  if (chat.memoryRev === 0) return
  const parameters = [chat.id, seqs] as const
  await tx.query('delete from memory_fact where chat_id = $1 and source_seq = any($2::int[])', parameters)
  await tx.query('delete from memory_summary where chat_id = $1 and covers_to_seq = any($2::int[])', parameters)
  await tx.query('delete from memory_passage where chat_id = $1 and to_seq = any($2::int[])', parameters)
  await tx.query('delete from memory_receipt where chat_id = $1 and seq = any($2::int[])', parameters)
}
