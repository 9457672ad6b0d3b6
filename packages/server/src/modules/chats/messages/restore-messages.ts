import { LIMITS } from '@everkin/contract/limits.ts'
import type { ClientFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { RealtimeCaller } from '../../../platform/realtime/frame-receiver.ts'
import { releaseMedia } from '../../media/module.ts'
import { changeChat, publishChange, publishUpdated } from '../context/change-chat.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import { leaveVariant, pathChanged, switchToLeaf } from '../context/switch-branch.ts'
import { assertNoGeneration } from '../generation/generation-store.ts'
import type { ChatServices } from '../services.ts'
import { purgeSubtrees, restoreSubtree } from '../store/deleted-messages.ts'
import { parseMessageId } from '../store/message-id.ts'
import { findMessagesBySeq } from '../store/message-lists.ts'
import { lastSharedSeq } from './select-variant.ts'

type RestoreFrame = Extract<ClientFrame, { type: 'message.restore' }>

/**
 * Brings back a message and everything after it, deleted less than a minute ago. Where the active path led through it,
 * it does so again; what was written meanwhile stays as another branch. Memory reads the messages again.
 * @throws AppError NotFound when it is too late, or for a message that was not deleted by itself; Conflict while a reply
 * is being written.
 */
export async function restoreMessages(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: RestoreFrame,
): Promise<void> {
  await services.lock.take(frame.chat_id, async () => {
    const context = await loadChatContext(services, caller, frame.chat_id)
    const place = parseMessageId(frame.message_id)
    if (place?.chatId !== context.chat.id) throw new AppError('NotFound')
    const { chat, result } = await changeChat(services, context.person.id, context.chat.id, async (locked) => {
      await assertNoGeneration(locked.tx, locked.chat.id)
      const since = new Date(locked.now.getTime() - LIMITS.messageRestoreMs)
      const rev = locked.nextRev()
      const restored = await restoreSubtree(locked.tx, locked.chat.id, place.seq, { since, rev })
      if (!restored) throw new AppError('NotFound')
      await services.memory.rereadMessage(locked.tx, locked.chat, place.seq)
      const { seqs, leafSeq } = restored
      if (leafSeq === null) return { seqs, parting: null }
      const parting = await lastSharedSeq(locked, leafSeq)
      await leaveVariant(locked, parting)
      await switchToLeaf(locked, context, leafSeq, rev)
      return { seqs, parting }
    })
    services.bus.publish({ kind: 'memory_changed', chatId: chat.id, hasOnlyGrown: false })
    if (result.parting !== null) {
      publishChange(services, chat, context.forReader.card, [
        await pathChanged(services, context, chat, result.parting),
      ])
      return
    }
    const rows = await findMessagesBySeq(services.database, chat.id, result.seqs)
    await publishUpdated(services, chat, context.forReader.card, { rows, isActive: false })
  })
}

/** Removes for good what was deleted more than a minute ago, with its pictures. */
export async function purgeDeletedMessages(services: Pick<ChatServices, 'database' | 'clock'>): Promise<void> {
  const before = new Date(services.clock.now().getTime() - LIMITS.messageRestoreMs)
  await services.database.transaction(async (tx) => releaseMedia(tx, await purgeSubtrees(tx, before)))
}
