import type { ClientFrame, ServerFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { RealtimeCaller } from '../../../platform/realtime/frame-receiver.ts'
import { changeChat, loadOwnMessage, publishChange } from '../context/change-chat.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import { lastSeqOfVariant, pathChanged, switchToLeaf } from '../context/switch-branch.ts'
import { findGeneration } from '../generation/generation-store.ts'
import { refundMessages } from '../generation/reply-to-queued.ts'
import { stopReply } from '../generation/stop-reply.ts'
import { removeFromIndex } from '../search/update-index.ts'
import type { ChatServices } from '../services.ts'
import { archiveSubtree, deleteSubtree } from '../store/deleted-messages.ts'
import { messageId } from '../store/message-id.ts'
import { isOnPath } from '../store/message-path.ts'
import { findMessage } from '../store/message-store.ts'
import { findChildren } from '../store/message-tree.ts'
import { clearQueued, findQueued } from '../store/queued-messages.ts'

type DeleteFrame = Extract<ClientFrame, { type: 'message.delete' }>

/**
 * Deletes a message and everything after it; `restoreMessages` brings them back within a minute. If variants remain
 * beside it, the nearest becomes active.
 */
export async function deleteMessage(services: ChatServices, caller: RealtimeCaller, frame: DeleteFrame): Promise<void> {
  const first = await loadChatContext(services, caller, frame.chat_id)
  const target = await loadOwnMessage(services, first, frame.message_id)
  // Another process may write it: it is then told to stop, and finds the message deleted.
  const written = services.replies.find(frame.chat_id) ?? (await findGeneration(services.database, frame.chat_id))
  if (written && written.seq >= target.seq) await stopReply(services, first.chat, first.forReader.locale)
  await services.lock.take(frame.chat_id, async () => {
    const context = await loadChatContext(services, caller, frame.chat_id)
    const { chat, result } = await changeChat(services, context.person.id, context.chat.id, async (locked) => {
      const wasActive = await isOnPath(locked.tx, locked.chat.id, locked.chat.leafSeq, target.seq)
      const siblings = (await findChildren(locked.tx, locked.chat.id, [target.parentSeq])).map((child) => child.seq)
      const rev = locked.nextRev()
      const leafSeq = wasActive ? locked.chat.leafSeq : null
      await archiveSubtree(locked.tx, locked.chat.id, target.seq, { leafSeq, now: locked.now })
      const queued = await findQueued(locked.tx, locked.chat.id)
      const deletedSeqs = await deleteSubtree(locked.tx, locked.chat.id, target.seq, rev)
      if (deletedSeqs.length === 0) throw new AppError('NotFound')
      // Another process may write the reply that they wait for.
      const unanswered = queued.filter(({ seq }) => deletedSeqs.includes(seq))
      await refundMessages(locked, unanswered)
      if (unanswered.length > 0)
        await clearQueued(
          locked.tx,
          locked.chat.id,
          unanswered.map(({ seq }) => seq),
        )
      await removeFromIndex(locked.tx, locked.chat.id, deletedSeqs)
      await services.memory.forgetMessages(locked.tx, locked.chat, deletedSeqs)
      if (!wasActive) return { deletedSeqs, rev, isSwitched: false }
      const position = siblings.indexOf(target.seq)
      const next = siblings[position - 1] ?? siblings[position + 1]
      const nextRow = next === undefined ? null : await findMessage(locked.tx, locked.chat.id, next)
      await switchToLeaf(locked, context, nextRow ? await lastSeqOfVariant(locked, nextRow) : target.parentSeq, rev)
      return { deletedSeqs, rev, isSwitched: nextRow !== null }
    })
    const ids = result.deletedSeqs.map((seq) => messageId(chat.id, seq))
    const frames: ServerFrame[] = [{ type: 'message.deleted', chat_id: chat.id, ids, rev: result.rev }]
    if (result.isSwitched) frames.push(await pathChanged(services, context, chat, target.parentSeq))
    publishChange(services, chat, context.forReader.card, frames)
  })
}
