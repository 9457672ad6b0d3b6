import type { Queryable } from '../../platform/db/database.ts'
import { findParents } from '../chats/older-messages.ts'

const PAGE = 5_000

/**
 * The numbers of the path's messages after `afterSeq`, oldest first. Only numbers are read and held: a path may be a
 * hundred thousand messages long.
 */
export async function unreadPath(
  db: Queryable,
  chat: { id: string; leafSeq: number },
  afterSeq: number,
): Promise<number[]> {
  const seqs: number[] = []
  let wanted = chat.leafSeq
  while (wanted > afterSeq) {
    const rows = await findParents(db, chat.id, wanted, Math.min(PAGE, wanted - afterSeq))
    if (rows[0]?.seq !== wanted) break
    for (const { seq, parentSeq } of rows) {
      if (seq !== wanted) continue
      seqs.push(seq)
      wanted = parentSeq
    }
  }
  return seqs.reverse()
}
