import type { Queryable } from '../../../platform/db/database.ts'
import { findDownFrom, findOnPathBefore, type MessageRow } from './message-store.ts'

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
