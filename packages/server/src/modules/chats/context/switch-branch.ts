import { LIMITS } from '@everkin/contract/limits.ts'
import type { ServerFrame } from '@everkin/contract/types.ts'
import { previewOf } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import type { ChatRow } from '../store/chat-store.ts'
import { messageId } from '../store/message-id.ts'
import { loadPath } from '../store/message-path.ts'
import {
  findMessage,
  findNewestEnd,
  findOnPathAfter,
  findOnPathBefore,
  type MessageRow,
  rememberTip,
} from '../store/message-store.ts'
import type { LockedChat } from './change-chat.ts'
import type { ChatContext } from './chat-context.ts'
import { messageViews, speakerOf } from './views.ts'

/**
 * Before another variant under `parentSeq` becomes active: the one that is active now remembers where its path ended,
 * so that what followed it comes back with it. Costs the same however long that path is.
 */
export async function leaveVariant(held: LockedChat, parentSeq: number): Promise<void> {
  const active = await findOnPathAfter(held.tx, held.chat.id, held.chat.leafSeq, parentSeq)
  if (active !== null) await rememberTip(held.tx, held.chat.id, active, held.chat.leafSeq)
}

/** Where the path through a variant ended when it was last left, else by its newest followers. */
export async function lastSeqOfVariant(held: LockedChat, variant: MessageRow): Promise<number> {
  if (variant.tipSeq !== null && (await findMessage(held.tx, held.chat.id, variant.tipSeq))) return variant.tipSeq
  return findNewestEnd(held.tx, held.chat.id, variant.seq)
}

/** Ends the active path somewhere else; devices that were away will load it anew. */
export async function switchToLeaf(held: LockedChat, turn: ChatContext, leafSeq: number): Promise<void> {
  held.chat.leafSeq = leafSeq
  held.chat.pathRev = held.nextRev()
  const leaf = leafSeq === 0 ? null : await findMessage(held.tx, held.chat.id, leafSeq)
  held.chat.lastMessage = leaf && {
    role: leaf.role,
    speaker_name: speakerOf(leaf.speakerId, turn.ready.card)?.name ?? null,
    text: previewOf(leaf.text),
    created_at: leaf.createdAt.toISOString(),
  }
}

/** The new active messages after a parent, at most a hundred; the rest comes by getMessages. */
export async function pathChanged(
  services: ChatServices,
  turn: ChatContext,
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
    const { rows } = await loadPath(database, chat.id, end ?? start, { limit: WINDOW })
    found.push(...rows.filter((row) => row.seq > last))
    last = found.at(-1)?.seq ?? Number.MAX_SAFE_INTEGER
  }
  return found.slice(0, LIMITS.pathChangedMessages)
}

/** Numbers looked at together; so many at most are on the path among them. */
const WINDOW = 200
