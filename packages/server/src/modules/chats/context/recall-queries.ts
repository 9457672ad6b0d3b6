import type { Queryable } from '../../../platform/db/database.ts'
import { findOnPath } from '../store/message-path.ts'
import { findParentsDownFrom } from '../store/message-tree.ts'
import type { PathEntry } from '../store/path-cache.ts'
import { findSaid, findSaidOnPath, type SaidRow } from '../store/said-text.ts'
import type { RecalledMessage } from './memory-port.ts'

/** The messages among `seqs` that are on the path that ends at `leafSeq`. */
export async function filterOnPath(
  db: Queryable,
  chatId: string,
  leafSeq: number,
  seqs: readonly number[],
): Promise<Set<number>> {
  return new Set(await findOnPath(db, chatId, leafSeq, [...new Set(seqs)]))
}

/**
 * The text of messages, in their order. Deleted, hidden and unfinished messages are left out: none of them is remembered.
 * Nor are crisis messages, which are included all the same: checking many long texts takes a while, so the caller does
 * it in steps (`filterPaced`).
 */
export async function loadSpoken(db: Queryable, chatId: string, seqs: readonly number[]): Promise<RecalledMessage[]> {
  return (await findSaid(db, chatId, seqs)).flatMap((row) => spokenIn(row) ?? [])
}

/**
 * Both at once, for a reply to the end of `path`: which messages in `asked` are on the path and not deleted, and the text
 * of those in `said` that are. What `path` contains is taken from it; only messages before its beginning are queried.
 * Those whose place is in `known` are not queried again, and new results are added to it. Crisis messages are included,
 * since only the few chosen ones need the check.
 */
export async function recallSpoken(
  db: Queryable,
  chatId: string,
  path: readonly PathEntry[],
  { asked, said, known }: { asked: readonly number[]; said: readonly number[]; known: Map<number, boolean> },
): Promise<{ onPath: Set<number>; said: RecalledMessage[] }> {
  const oldest = path[0]?.seq ?? 0
  const isEarlier = (seq: number) => seq > 0 && seq < oldest
  const earlier = asked.filter(isEarlier)
  const placed = [...new Set(earlier)].filter((seq) => !known.has(seq))
  const rows = await findSaidOnPath(db, chatId, oldest, {
    placed,
    said: said.filter(isEarlier),
    known: earlier.filter((seq) => known.get(seq) === true),
  })
  const there = new Set(rows.map(({ seq }) => seq))
  const found = new Set(rows.filter(({ isOnPath }) => isOnPath).map(({ seq }) => seq))
  // A message that is deleted now is never queried again.
  for (const seq of placed) known.set(seq, found.has(seq))
  const wanted = new Set(said)
  const loaded = path.filter(({ seq }) => wanted.has(seq))
  return {
    onPath: new Set([
      ...path.map(({ seq }) => seq),
      ...earlier.filter((seq) => known.get(seq) === true && there.has(seq)),
    ]),
    said: [...rows.flatMap((row) => spokenIn(row) ?? []), ...loaded.flatMap((entry) => spokenOf(entry) ?? [])],
  }
}

function spokenOf({ seq, role, speakerId, text, hidden }: PathEntry): RecalledMessage | null {
  return hidden || text.trim() === '' ? null : { seq, role, speakerId, text }
}

/** A message as it can be remembered; null for one that cannot. */
function spokenIn(row: SaidRow): RecalledMessage | null {
  const isSaid = !row.hidden && (row.status === 'complete' || row.status === 'stopped')
  if (!isSaid || row.text.trim() === '') return null
  return { seq: row.seq, role: row.role, speakerId: row.speakerId, text: row.text }
}

/** The parent of each message, from a number downwards. */
export function findParents(
  db: Queryable,
  chatId: string,
  fromSeq: number,
  limit: number,
): Promise<{ seq: number; parentSeq: number }[]> {
  return findParentsDownFrom(db, chatId, fromSeq, limit)
}

/** The number of messages on the path that ends at `seq`; 0 for a message that does not exist. */
export async function loadPathLength(db: Queryable, chatId: string, seq: number): Promise<number> {
  const [row] = await db.query<{ depth: number }>('select depth from message where chat_id = $1 and seq = $2', [
    chatId,
    seq,
  ])
  return row?.depth ?? 0
}
