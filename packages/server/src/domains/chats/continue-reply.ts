import type { ClientFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { RealtimeCaller } from '../../platform/realtime/socket-gateway.ts'
import { claimReply } from './begin-reply.ts'
import { changeChat, publishChange } from './change-chat.ts'
import { chargeTurn, takeFairUse } from './charge-turn.ts'
import { findOwnMessage } from './find-own-message.ts'
import { publishWallet } from './finish-reply.ts'
import { findGeneration } from './generation-store.ts'
import { speakerIn } from './groups/cast.ts'
import { messageId } from './message-id.ts'
import { findChildren, updateMessage } from './message-store.ts'
import { openReply } from './open-reply.ts'
import { readTurn } from './read-turn.ts'
import { replySetting } from './reply-setting.ts'
import type { ChatServices } from './services.ts'
import { messageViews } from './views.ts'
import { writeReply } from './write-reply.ts'

type ContinueFrame = Extract<ClientFrame, { type: 'message.continue' }>

/**
 * The last message streams on where it ended.
 * @throws AppError NotFound, NotAllowed (not the last, or not of a character who is here), Conflict, NoMessagesLeft.
 */
export async function continueReply(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: ContinueFrame,
): Promise<void> {
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    const last = await findOwnMessage(services, turn, frame.message_id)
    if (last.role !== 'character' || last.seq !== turn.chat.leafSeq) throw new AppError('NotAllowed')
    const { speakerId } = last
    if (!speakerId || !speakerIn(turn.ready, speakerId)) throw new AppError('NotAllowed')
    if (services.replies.find(turn.chat.id)) throw new AppError('Conflict')
    takeFairUse(services, turn.person.id)
    const path = await services.paths.read(services.database, turn.chat)
    const opened = openReply(services, await replySetting(services, turn, { path, speakerId, isContinuation: true }))
    try {
      const { chat, result } = await changeChat(services, turn.person.id, turn.chat.id, async (held) => {
        if (await findGeneration(held.tx, held.chat.id)) throw new AppError('Conflict')
        const rev = held.nextRev()
        const key = `continued:${messageId(held.chat.id, last.seq)}:${rev}`
        const charged = await chargeTurn(services, held.tx, turn.person, {
          key,
          cause: 'reply_continued',
          ref: held.chat.id,
          now: held.now,
        })
        const chargeKeys = charged ? [charged] : []
        const row = await updateMessage(held.tx, held.chat.id, last.seq, {
          ...last,
          status: 'streaming',
          fault: null,
          rev,
        })
        await claimReply(services, held, last.seq, chargeKeys)
        return { row, chargeKeys }
      })
      const messages = await messageViews(services, [result.row], turn.ready.card, () => true)
      await publishChange(
        services,
        chat,
        messages.map((message) => ({ type: 'message.updated', message })),
      )
      const siblings = await findChildren(services.database, chat.id, [last.parentSeq])
      const variants = siblings.map((sibling) => sibling.seq)
      writeReply(services, { opened, ...result, round: null, siblings: variants })
      if (result.chargeKeys.length > 0) await publishWallet(services, turn.person.id)
    } catch (error) {
      opened.abort.abort(error)
      throw error
    }
  })
}
