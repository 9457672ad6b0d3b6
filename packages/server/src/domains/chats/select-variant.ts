import type { ClientFrame } from '@everkin/contract/types.ts'
import type { LiveCaller } from '../../platform/live/socket-gateway.ts'
import { changeChat, type HeldChat, publishChange } from './change-chat.ts'
import { findOwnMessage } from './find-own-message.ts'
import { findMessage, isOnPath, type MessageRow } from './message-store.ts'
import { leaveVariant, moveLeaf, tipOf } from './move-leaf.ts'
import { pathChanged } from './path-changed.ts'
import { readTurn } from './read-turn.ts'
import type { ChatServices } from './services.ts'

type SelectFrame = Extract<ClientFrame, { type: 'message.select' }>

/** Makes a variant and what followed it the active path. @throws AppError NotFound. */
export async function selectVariant(services: ChatServices, caller: LiveCaller, frame: SelectFrame): Promise<void> {
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    const wanted = await findOwnMessage(services, turn, frame.message_id)
    const { chat } = await changeChat(services, turn.person.id, turn.chat.id, async (held) => {
      if (await isOnPath(held.tx, held.chat.id, held.chat.leafSeq, wanted.seq)) return
      await leaveVariant(held, await sharedParent(held, wanted))
      await moveLeaf(held, turn, await tipOf(held, wanted))
    })
    await publishChange(services, chat, [await pathChanged(services, turn, chat, wanted.parentSeq)])
  })
}

/** The last message that the active path and a message's own path have in common. */
async function sharedParent(held: HeldChat, wanted: MessageRow): Promise<number> {
  let row: MessageRow | null = wanted
  while (row && row.parentSeq !== 0) {
    if (await isOnPath(held.tx, held.chat.id, held.chat.leafSeq, row.parentSeq)) return row.parentSeq
    row = await findMessage(held.tx, held.chat.id, row.parentSeq)
  }
  return 0
}
