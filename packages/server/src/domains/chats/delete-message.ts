import type { ClientFrame, ServerFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { RealtimeCaller } from '../../platform/realtime/socket-gateway.ts'
import { changeChat, publishChange } from './change-chat.ts'
import { findOwnMessage } from './find-own-message.ts'
import { messageId } from './message-id.ts'
import { deleteSubtree, findChildren, findMessage, isOnPath } from './message-store.ts'
import { moveLeaf, tipOf } from './move-leaf.ts'
import { pathChanged } from './path-changed.ts'
import { readTurn } from './read-turn.ts'
import { forgetWords } from './search/keep-index.ts'
import type { ChatServices } from './services.ts'
import { stopReply } from './stop-reply.ts'

type DeleteFrame = Extract<ClientFrame, { type: 'message.delete' }>

/** Deletes a message and all that followed it; where variants are left beside it, the nearest becomes active. */
export async function deleteMessage(services: ChatServices, caller: RealtimeCaller, frame: DeleteFrame): Promise<void> {
  const first = await readTurn(services, caller.identity.personId, frame.chat_id)
  const target = await findOwnMessage(services, first, frame.message_id)
  const live = services.replies.find(frame.chat_id)
  if (live && live.seq >= target.seq) await stopReply(services, first.chat)
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    const { chat, result } = await changeChat(services, turn.person.id, turn.chat.id, async (held) => {
      const wasActive = await isOnPath(held.tx, held.chat.id, held.chat.leafSeq, target.seq)
      const siblings = (await findChildren(held.tx, held.chat.id, [target.parentSeq])).map((child) => child.seq)
      const rev = held.nextRev()
      const gone = await deleteSubtree(held.tx, held.chat.id, target.seq, rev)
      if (gone.length === 0) throw new AppError('NotFound')
      await forgetWords(held.tx, held.chat.id, gone)
      await services.memory.forgetMessages(held.tx, held.chat, gone)
      if (!wasActive) return { gone, rev, isSwitched: false }
      const position = siblings.indexOf(target.seq)
      const next = siblings[position - 1] ?? siblings[position + 1]
      const nextRow = next === undefined ? null : await findMessage(held.tx, held.chat.id, next)
      await moveLeaf(held, turn, nextRow ? await tipOf(held, nextRow) : target.parentSeq)
      return { gone, rev, isSwitched: nextRow !== null }
    })
    const ids = result.gone.map((seq) => messageId(chat.id, seq))
    const frames: ServerFrame[] = [{ type: 'message.deleted', chat_id: chat.id, ids, rev: result.rev }]
    if (result.isSwitched) frames.push(await pathChanged(services, turn, chat, target.parentSeq))
    await publishChange(services, chat, frames)
  })
}
