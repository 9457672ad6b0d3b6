import type { ClientFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { RealtimeCaller } from '../../../platform/realtime/socket-gateway.ts'
import { changeChat, loadOwnMessage, publishChange } from '../context/change-chat.ts'
import { consumeWrittenText } from '../context/charge-message.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import { leaveVariant } from '../context/switch-branch.ts'
import { messageViews } from '../context/views.ts'
import { replyAfter } from '../generation/reply-after.ts'
import { planReplies } from '../generation/speaker-queue.ts'
import { countTokens } from '../prompt/count-tokens.ts'
import { previewOf } from '../rules.ts'
import { removeFromIndex } from '../search/update-index.ts'
import type { ChatServices } from '../services.ts'
import { isOnPath, loadPath } from '../store/message-path.ts'
import { insertMessage, loadSkipPointers, updateMessage } from '../store/message-store.ts'
import { saidText } from '../store/said-text.ts'
import { checkMinorSignal } from './check-minor-signal.ts'
import { handleCrisis } from './crisis-notice.ts'
import { moderateOwnText } from './moderate-message.ts'

type EditFrame = Extract<ClientFrame, { type: 'message.edit' }>

/**
 * Changes a message's text in place. If a person's own text becomes a crisis message, the help lines are shown (C1).
 * @throws AppError NotFound, Conflict (it is being written), NotAllowed (it is withheld), SafetyStop.
 */
export async function editMessage(services: ChatServices, caller: RealtimeCaller, frame: EditFrame): Promise<void> {
  await services.lock.take(frame.chat_id, async () => {
    let turn = await loadChatContext(services, caller, frame.chat_id)
    const old = await loadOwnMessage(services, turn, frame.message_id)
    if (old.role === 'user' && (await checkMinorSignal(services, turn, frame.text)))
      turn = await loadChatContext(services, caller, frame.chat_id)
    if (old.status === 'streaming') throw new AppError('Conflict')
    if (old.restriction) throw new AppError('NotAllowed')
    const { rows } = await loadPath(services.database, turn.chat.id, old.parentSeq, { limit: 4 })
    await moderateOwnText(services, turn, rows, frame.text)
    await consumeWrittenText(services, turn.person.id)
    const crisis = old.role === 'user' ? await handleCrisis(services, caller, turn, frame.text) : null
    const { chat, result } = await changeChat(services, turn.person.id, turn.chat.id, async (locked) => {
      const said = saidText({ ...old, text: frame.text })
      const change = { ...old, text: frame.text, tokens: countTokens(said), rev: locked.nextRev() }
      const row = await updateMessage(locked.tx, locked.chat.id, old.seq, change)
      await removeFromIndex(locked.tx, locked.chat.id, [old.seq])
      if (row.seq === locked.chat.leafSeq && locked.chat.lastMessage) locked.chat.lastMessage.text = previewOf(said)
      return { row, active: await isOnPath(locked.tx, locked.chat.id, locked.chat.leafSeq, row.seq) }
    })
    const messages = await messageViews(services, [result.row], turn.forReader.card, () => result.active)
    publishChange(
      services,
      chat,
      turn.forReader.card,
      messages.map((message) => ({ type: 'message.updated', message })),
    )
    for (const message of messages) await crisis?.publish(message.id)
  })
}

/**
 * Adds a variant with another text to a person's own message. The variant becomes active and is answered; the old
 * message keeps what followed it. It costs the same as sending, including the reply.
 * @throws AppError NotFound, NotAllowed (a character's message), Conflict (a reply is under way), SafetyStop,
 * NoMessagesLeft: the variant is then stored without a reply.
 */
export async function branchMessage(services: ChatServices, caller: RealtimeCaller, frame: EditFrame): Promise<void> {
  await services.lock.take(frame.chat_id, async () => {
    let turn = await loadChatContext(services, caller, frame.chat_id)
    const old = await loadOwnMessage(services, turn, frame.message_id)
    if (old.role !== 'user') throw new AppError('NotAllowed')
    if (await checkMinorSignal(services, turn, frame.text))
      turn = await loadChatContext(services, caller, frame.chat_id)
    if (services.replies.find(turn.chat.id)) throw new AppError('Conflict')
    const { rows } = await loadPath(services.database, turn.chat.id, old.parentSeq, { limit: 4 })
    await moderateOwnText(services, turn, rows, frame.text)
    await consumeWrittenText(services, turn.person.id)
    const crisis = await handleCrisis(services, caller, turn, frame.text)
    const { chat, result: row } = await changeChat(services, turn.person.id, turn.chat.id, async (locked) => {
      await leaveVariant(locked, old.parentSeq)
      const seq = locked.nextSeq()
      const inserted = await insertMessage(
        locked.tx,
        {
          chatId: locked.chat.id,
          seq,
          parentSeq: old.parentSeq,
          rev: locked.nextRev(),
          role: 'user',
          text: frame.text,
          tokens: countTokens(saidText({ ...old, text: frame.text })),
          pictures: old.pictures,
          pictureText: old.pictureText,
          senderId: turn.person.id,
          createdAt: locked.now,
        },
        await loadSkipPointers(locked.tx, locked.chat.id, old.parentSeq),
      )
      locked.chat.leafSeq = seq
      locked.chat.updatedAt = locked.now
      locked.chat.lastMessage = {
        role: 'user',
        speaker_name: null,
        text: previewOf(frame.text),
        created_at: locked.now.toISOString(),
      }
      return inserted
    })
    const messages = await messageViews(services, [row], turn.forReader.card, () => true)
    publishChange(
      services,
      chat,
      turn.forReader.card,
      messages.map((message) => ({ type: 'message.created', message })),
    )
    if (crisis) for (const message of messages) await crisis.publish(message.id)
    else {
      const answer = planReplies({ ...turn, chat }, { text: frame.text, seq: row.seq })
      if (answer) await replyAfter(services, { ...turn, chat }, row.seq, 'branched', answer)
    }
  })
}
