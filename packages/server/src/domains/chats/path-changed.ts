import { LIMITS } from '@everkin/contract/limits.ts'
import type { ServerFrame } from '@everkin/contract/types.ts'
import type { ChatRow } from './chat-store.ts'
import { messageId } from './message-id.ts'
import { findOnPathAfter, findOnPathBefore, type MessageRow } from './message-store.ts'
import { readPath } from './read-path.ts'
import type { ChatServices } from './services.ts'
import type { Turn } from './turn.ts'
import { messageViews } from './views.ts'

/** The new active messages after a parent, at most a hundred; the rest comes by getMessages. */
export async function pathChanged(
  services: ChatServices,
  turn: Turn,
  chat: ChatRow,
  parentSeq: number,
): Promise<ServerFrame> {
  const rows = await firstAfter(services, chat, parentSeq)
  return {
    type: 'path.changed',
    chat_id: chat.id,
    rev: chat.rev,
    parent_id: parentSeq === 0 ? null : messageId(chat.id, parentSeq),
    list: await messageViews(services, rows, turn.ready.card, () => true),
  }
}

/** The first messages after a parent on the active path; its cost does not grow with the path. */
async function firstAfter(services: ChatServices, chat: ChatRow, parentSeq: number): Promise<MessageRow[]> {
  const { database } = services
  const found: MessageRow[] = []
  let last = parentSeq
  while (found.length < LIMITS.pathChangedMessages) {
    const start = await findOnPathAfter(database, chat.id, chat.leafSeq, last)
    if (start === null) break
    const end = await findOnPathBefore(database, chat.id, chat.leafSeq, start + WINDOW)
    const { rows } = await readPath(database, chat.id, end ?? start, { limit: WINDOW })
    found.push(...rows.filter((row) => row.seq > last))
    last = found.at(-1)?.seq ?? Number.MAX_SAFE_INTEGER
  }
  return found.slice(0, LIMITS.pathChangedMessages)
}

/** Numbers looked at together; so many at most are on the path among them. */
const WINDOW = 200
