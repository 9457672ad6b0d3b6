import type { Queryable } from '../../platform/db/database.ts'
import { depthOf } from '../chats/older-messages.ts'
import type { PathEntry } from '../chats/path-cache.ts'
import { isSaid } from '../chats/prompt-path.ts'
import type { Turn } from '../chats/turn.ts'

/** How many messages the active path has, and how many of the newest are in no prompt (notices, empty ones). */
export async function countPath(
  db: Queryable,
  chat: Pick<Turn['chat'], 'id' | 'leafSeq'>,
  path: readonly PathEntry[],
): Promise<{ all: number; unsaid: number }> {
  const unsaid = path.filter((entry) => !isSaid(entry)).length
  return { all: await depthOf(db, chat.id, chat.leafSeq), unsaid }
}
