import type { Queryable } from '../../../platform/db/database.ts'
import type { ChatRow } from '../store/chat-store.ts'
import { findParentsDownFrom } from '../store/message-store.ts'

const PARENTS = 5_000

/** Which messages are on the active path: one bit each, since a set of numbers would be ten times larger. */
export async function loadActivePath(db: Queryable, chat: ChatRow): Promise<(seq: number) => boolean> {
  const bits = new Uint8Array((chat.nextSeq >> 3) + 1)
  let wanted = chat.leafSeq
  for (let from = wanted; from > 0 && wanted > 0; ) {
    const rows = await findParentsDownFrom(db, chat.id, from, PARENTS)
    for (const { seq, parentSeq } of rows) {
      if (seq !== wanted) continue
      bits[seq >> 3]! |= 1 << (seq & 7) // a leaf is numbered below `nextSeq`
      wanted = parentSeq
    }
    from = rows.length < PARENTS ? 0 : Math.min(wanted, rows.at(-1)!.seq - 1)
  }
  return (seq) => ((bits[seq >> 3] ?? 0) & (1 << (seq & 7))) !== 0
}
