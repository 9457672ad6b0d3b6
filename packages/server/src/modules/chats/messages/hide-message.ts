import type { ClientFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { RealtimeCaller } from '../../../platform/realtime/frame-receiver.ts'
import { changeChat, loadOwnMessage, publishUpdated, reloadMessage } from '../context/change-chat.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import type { ChatServices } from '../services.ts'
import { isOnPath } from '../store/message-path.ts'
import { setHidden } from '../store/message-store.ts'

type HideFrame = Extract<ClientFrame, { type: 'message.hide' }>

/**
 * Hides a message from characters, or shows it to them again. A hidden message stays in the chat, in no prompt, and
 * what was remembered of it is forgotten.
 * @throws AppError NotFound, Conflict (it is being written).
 */
export async function hideMessage(services: ChatServices, caller: RealtimeCaller, frame: HideFrame): Promise<void> {
  await services.lock.take(frame.chat_id, async () => {
    const context = await loadChatContext(services, caller, frame.chat_id)
    const old = await loadOwnMessage(services, context, frame.message_id)
    if (old.status === 'streaming') throw new AppError('Conflict')
    if (old.hidden === frame.hidden || old.restriction) return
    const { chat, result } = await changeChat(services, context.person.id, context.chat.id, async (locked) => {
      const { tx } = locked
      if ((await reloadMessage(locked, old.seq)).status === 'streaming') throw new AppError('Conflict')
      const row = await setHidden(tx, locked.chat.id, old.seq, { hidden: frame.hidden, rev: locked.nextRev() })
      await services.memory.rereadMessage(tx, locked.chat, old.seq)
      return { row, active: await isOnPath(tx, locked.chat.id, locked.chat.leafSeq, row.seq) }
    })
    services.bus.publish({ kind: 'memory_changed', chatId: chat.id, hasOnlyGrown: false })
    const { row, active: isActive } = result
    await publishUpdated(services, chat, context.forReader.card, { rows: [row], isActive })
  })
}
