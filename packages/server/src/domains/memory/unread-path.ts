import type { Queryable } from '../../platform/db/database.ts'
import { readPath } from '../chats/read-path.ts'

const PAGE = 200

/**
 * The numbers of the path's messages after `afterSeq`, oldest first. Only numbers are held: a path may be a hundred
 * thousand messages long.
 */
export async function unreadPath(
  db: Queryable,
  chat: { id: string; leafSeq: number },
  afterSeq: number,
): Promise<number[]> {
  const seqs: number[] = []
  for (let beforeSeq: number | undefined; ; ) {
    const { rows, hasMore } = await readPath(db, chat.id, chat.leafSeq, { beforeSeq, limit: PAGE })
    for (const row of rows.toReversed()) {
      if (row.seq <= afterSeq) return seqs.reverse()
      seqs.push(row.seq)
    }
    if (!hasMore || !rows[0]) return seqs.reverse()
    beforeSeq = rows[0].seq
  }
}
