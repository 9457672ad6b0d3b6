import { AppError } from '../../platform/app-error.ts'
import { publishBegun } from './answer-awaiting.ts'
import { beginReply } from './begin-reply.ts'
import { changeChat } from './change-chat.ts'
import { chargeTurn, takeFairUse } from './charge-turn.ts'
import { publishWallet } from './finish-reply.ts'
import { findGeneration } from './generation-store.ts'
import { noteCast } from './groups/cast.ts'
import type { Answer } from './groups/plan-answer.ts'
import { messageId } from './message-id.ts'
import { findChildren } from './message-store.ts'
import { leaveVariant } from './move-leaf.ts'
import { openReply, roomFor } from './open-reply.ts'
import { entryOf } from './path-cache.ts'
import { readPromptPath } from './prompt-path.ts'
import { replySetting } from './reply-setting.ts'
import type { ChatServices } from './services.ts'
import type { Turn } from './turn.ts'
import { writeReply } from './write-reply.ts'

/**
 * Opens a reply whose parent is already there, charges for it and writes it, with the round that follows, if any. Call
 * it in the chat's turn.
 * @throws AppError Conflict (a reply is under way), NoMessagesLeft, TooManyRequests.
 */
export async function replyAfter(
  services: ChatServices,
  turn: Turn,
  parentSeq: number,
  cause: string,
  { speakerId, round }: Answer,
): Promise<void> {
  if (services.replies.find(turn.chat.id)) throw new AppError('Conflict')
  takeFairUse(services, turn.person.id)
  const room = roomFor(services.model)
  const rows = await readPromptPath(services.database, turn.chat.id, parentSeq, room)
  const siblings = await findChildren(services.database, turn.chat.id, [parentSeq])
  const opened = openReply(
    services,
    await replySetting(services, turn, { path: rows.map(entryOf), speakerId, variantIndex: siblings.length }),
  )
  try {
    const { chat, result } = await changeChat(services, turn.person.id, turn.chat.id, async (held) => {
      if (await findGeneration(held.tx, held.chat.id)) throw new AppError('Conflict')
      const key = `${cause}:${messageId(held.chat.id, held.chat.nextSeq)}`
      const charged = await chargeTurn(services, held.tx, turn.person, {
        key,
        cause: `reply_${cause}`,
        ref: held.chat.id,
        now: held.now,
      })
      noteCast(held.chat, turn.ready)
      await leaveVariant(held, parentSeq)
      const chargeKeys = charged ? [charged] : []
      return {
        chargeKeys,
        row: await beginReply(services, held, { parentSeq, speakerId, chargeKeys }),
      }
    })
    await publishBegun(services, chat, turn.ready, result.row)
    const variants = [...siblings.map((sibling) => sibling.seq), result.row.seq]
    writeReply(services, { opened, ...result, round, siblings: variants })
    if (result.chargeKeys.length > 0) await publishWallet(services, turn.person.id)
  } catch (error) {
    opened.abort.abort(error)
    throw error
  }
}
