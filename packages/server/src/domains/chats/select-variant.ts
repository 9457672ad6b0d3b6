import type { ClientFrame } from '@everkin/contract/types.ts'
import type { RealtimeCaller } from '../../platform/realtime/socket-gateway.ts'
import { changeChat, type HeldChat, publishChange } from './change-chat.ts'
import { findOwnMessage } from './find-own-message.ts'
import { findMessage, findOnPathAfter, findOnPathBefore, isOnPath, type MessageRow } from './message-store.ts'
import { leaveVariant, moveLeaf, tipOf } from './move-leaf.ts'
import { pathChanged } from './path-changed.ts'
import { readTurn } from './read-turn.ts'
import type { ChatServices } from './services.ts'

type SelectFrame = Extract<ClientFrame, { type: 'message.select' }>

/**
 * Makes a message and what followed it the active path, wherever in the tree it is: to the end that its branch had when
 * it was last left, else by its newest followers. One that is on the path already changes nothing. @throws AppError NotFound.
 */
export async function selectVariant(services: ChatServices, caller: RealtimeCaller, frame: SelectFrame): Promise<void> {
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    const wanted = await findOwnMessage(services, turn, frame.message_id)
    const { chat, result } = await changeChat(services, turn.person.id, turn.chat.id, async (held) => {
      if (await isOnPath(held.tx, held.chat.id, held.chat.leafSeq, wanted.seq)) return wanted.parentSeq
      const parting = await lastShared(held, wanted.seq)
      await leaveVariant(held, parting)
      await moveLeaf(held, turn, await endThrough(held, parting, wanted))
      return parting
    })
    await publishChange(services, chat, [await pathChanged(services, turn, chat, result)])
  })
}

/** The last message that the active path and a message's own path have in common; 0 when they have none. */
async function lastShared(held: HeldChat, wantedSeq: number): Promise<number> {
  let [active, wanted] = [held.chat.leafSeq, wantedSeq]
  // Numbers only grow along a path: of two messages the one with the higher number is not on the other's path.
  while (active !== wanted && active !== 0 && wanted !== 0) {
    if (active > wanted) active = (await findOnPathBefore(held.tx, held.chat.id, active, wanted + 1)) ?? 0
    else wanted = (await findOnPathBefore(held.tx, held.chat.id, wanted, active + 1)) ?? 0
  }
  return active === wanted ? active : 0
}

/** Where the path through a message ends: the branch that it is on may remember, when that led through it. */
async function endThrough(held: HeldChat, parting: number, wanted: MessageRow): Promise<number> {
  const first = await findOnPathAfter(held.tx, held.chat.id, wanted.seq, parting)
  const branch = first === null ? null : await findMessage(held.tx, held.chat.id, first)
  const tip = branch?.tipSeq ?? null
  if (tip !== null && (await isOnPath(held.tx, held.chat.id, tip, wanted.seq))) return tip
  return tipOf(held, wanted)
}
