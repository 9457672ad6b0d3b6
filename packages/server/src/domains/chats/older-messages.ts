import type { Queryable } from '../../platform/db/database.ts'
import { findMessages, findOnPathAmong, type MessageRow, readSpine } from './message-store.ts'
import type { RecalledMessage } from './recollection.ts'

/** Those of `seqs` that are on the path that ends at `leafSeq`. */
export async function keepOnPath(
  db: Queryable,
  chatId: string,
  leafSeq: number,
  seqs: readonly number[],
): Promise<Set<number>> {
  return new Set((await findOnPathAmong(db, chatId, leafSeq, [...new Set(seqs)])).map(({ seq }) => seq))
}

/** What was said in messages, in their order. Deleted ones, unfinished ones and notices are left out. */
export async function readSaid(db: Queryable, chatId: string, seqs: readonly number[]): Promise<RecalledMessage[]> {
  return (await findMessages(db, chatId, seqs)).flatMap((row) => saidIn(row) ?? [])
}

/** A message as it can be remembered, or null for one that can not. */
export function saidIn(row: MessageRow): RecalledMessage | null {
  const isSaid = row.role !== 'system' && !row.deleted && (row.status === 'complete' || row.status === 'stopped')
  if (!isSaid || row.text.trim() === '' || row.role === 'system') return null
  return { seq: row.seq, role: row.role, speakerId: row.speakerId, text: row.text }
}

/** How many messages are on the path that ends at `leafSeq`. */
export async function depthOf(db: Queryable, chatId: string, leafSeq: number): Promise<number> {
  const [place] = await readSpine(db, chatId, leafSeq)
  return place?.depth ?? 0
}
