import { LIMITS } from '@everkin/contract/limits.ts'
import type { ServerFrame } from '@everkin/contract/types.ts'
import { previewOf } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import type { ChatRow } from '../store/chat-store.ts'
import { messageId } from '../store/message-id.ts'
import { findOnPathAfter, findOnPathBefore, loadPath } from '../store/message-path.ts'
import type { MessageRow } from '../store/message-row.ts'
import { findMessage } from '../store/message-store.ts'
import { findNewestEnd, saveTip } from '../store/message-tree.ts'
import { saidText } from '../store/said-text.ts'
import type { LockedChat } from './change-chat.ts'
import type { ChatContext } from './chat-context.ts'
import { messageViews, speakerOf } from './views.ts'

/**
 * Before another variant under `parentSeq` becomes active, saves on the active one where its path ended, so that the
 * messages after it are restored with it. The cost does not depend on the length of that path.
 */
export async function leaveVariant(locked: LockedChat, parentSeq: number): Promise<void> {
  const active = await findOnPathAfter(locked.tx, locked.chat.id, locked.chat.leafSeq, parentSeq)
  if (active !== null) await saveTip(locked.tx, locked.chat.id, active, locked.chat.leafSeq)
}

/** The end of the path through a variant when it was last left, otherwise the end reached by its newest followers. */
export async function lastSeqOfVariant(locked: LockedChat, variant: MessageRow): Promise<number> {
  if (variant.tipSeq !== null && (await findMessage(locked.tx, locked.chat.id, variant.tipSeq))) return variant.tipSeq
  return findNewestEnd(locked.tx, locked.chat.id, variant.seq)
}

/** Moves the end of the active path, at `rev` of the change. Devices that were away reload it. */
export async function switchToLeaf(
  locked: LockedChat,
  context: ChatContext,
  leafSeq: number,
  rev = locked.nextRev(),
): Promise<void> {
  locked.chat.leafSeq = leafSeq
  locked.chat.pathRev = rev
  const leaf = leafSeq === 0 ? null : await findMessage(locked.tx, locked.chat.id, leafSeq)
  locked.chat.lastMessage = leaf && {
    role: leaf.role,
    speaker_name: speakerOf(leaf.speakerId, context.forReader.card)?.name ?? null,
    text: previewOf(saidText(leaf)),
    created_at: leaf.createdAt.toISOString(),
  }
}

/** The new active messages after a parent, at most a hundred; clients get the rest with getMessages. */
export async function pathChanged(
  services: ChatServices,
  context: ChatContext,
  chat: ChatRow,
  parentSeq: number,
): Promise<ServerFrame> {
  const rows = await firstAfter(services, chat, parentSeq)
  return {
    type: 'path.changed',
    chat_id: chat.id,
    rev: chat.rev,
    parent_id: parentSeq === 0 ? null : messageId(chat.id, parentSeq),
    list: await messageViews(services, rows, context.forReader.card, () => true),
  }
}

/** The first messages after a parent on the active path. The cost does not grow with the path. */
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

/** Number of messages examined per query; an upper bound for those on the path among them. */
const WINDOW = 200
