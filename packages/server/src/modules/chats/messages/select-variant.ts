import type { ClientFrame } from '@everkin/contract/types.ts'
import type { RealtimeCaller } from '../../../platform/realtime/frame-receiver.ts'
import { changeChat, type LockedChat, loadOwnMessage, publishChange, reloadMessage } from '../context/change-chat.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import { lastSeqOfVariant, leaveVariant, pathChanged, switchToLeaf } from '../context/switch-branch.ts'
import type { ChatServices } from '../services.ts'
import { findOnPathAfter, findOnPathBefore, isOnPath } from '../store/message-path.ts'
import type { MessageRow } from '../store/message-row.ts'
import { findMessage } from '../store/message-store.ts'

type SelectFrame = Extract<ClientFrame, { type: 'message.select' }>

/**
 * Makes a message and what followed it the active path, wherever it is in the tree. The path ends where the branch
 * ended when it was last left, otherwise at its newest followers. Changes nothing for a message already on the path.
 * @throws AppError NotFound.
 */
export async function selectVariant(services: ChatServices, caller: RealtimeCaller, frame: SelectFrame): Promise<void> {
  await services.lock.take(frame.chat_id, async () => {
    const context = await loadChatContext(services, caller, frame.chat_id)
    const { seq } = await loadOwnMessage(services, context, frame.message_id)
    const { chat, result } = await changeChat(services, context.person.id, context.chat.id, async (locked) => {
      const wanted = await reloadMessage(locked, seq)
      if (await isOnPath(locked.tx, locked.chat.id, locked.chat.leafSeq, wanted.seq)) return wanted.parentSeq
      const parting = await lastSharedSeq(locked, wanted.seq)
      await leaveVariant(locked, parting)
      await switchToLeaf(locked, context, await endThrough(locked, parting, wanted))
      return parting
    })
    publishChange(services, chat, context.forReader.card, [await pathChanged(services, context, chat, result)])
  })
}

/** The last message shared by the active path and a message's own path; 0 when there is none. */
export async function lastSharedSeq(locked: LockedChat, wantedSeq: number): Promise<number> {
  let [active, wanted] = [locked.chat.leafSeq, wantedSeq]
  // Numbers only grow along a path: of two messages, the one with the higher number is not on the other's path.
  while (active !== wanted && active !== 0 && wanted !== 0) {
    if (active > wanted) active = (await findOnPathBefore(locked.tx, locked.chat.id, active, wanted + 1)) ?? 0
    else wanted = (await findOnPathBefore(locked.tx, locked.chat.id, wanted, active + 1)) ?? 0
  }
  return active === wanted ? active : 0
}

/** The end of the path through a message: the end saved on its branch, if that path led through the message. */
async function endThrough(locked: LockedChat, parting: number, wanted: MessageRow): Promise<number> {
  const first = await findOnPathAfter(locked.tx, locked.chat.id, wanted.seq, parting)
  const branch = first === null ? null : await findMessage(locked.tx, locked.chat.id, first)
  const tip = branch?.tipSeq ?? null
  if (tip !== null && (await isOnPath(locked.tx, locked.chat.id, tip, wanted.seq))) return tip
  return lastSeqOfVariant(locked, wanted)
}
