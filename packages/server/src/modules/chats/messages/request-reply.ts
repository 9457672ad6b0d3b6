import type { ClientFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { RealtimeCaller } from '../../../platform/realtime/frame-receiver.ts'
import { changeChat, loadOwnMessage, publishUpdated, reloadMessage } from '../context/change-chat.ts'
import { assertCanPayTurn, chargeMessage, consumeFairUse } from '../context/charge-message.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import { speakerOfMessage } from '../context/participants.ts'
import { findWriter } from '../context/reply-writer.ts'
import { sendReminders } from '../context/safety-notices.ts'
import { assertNoGeneration } from '../generation/generation-store.ts'
import { abandonReply, openReply } from '../generation/open-reply.ts'
import { replyAfter } from '../generation/reply-after.ts'
import { loadReplyContext } from '../generation/reply-context.ts'
import { claimReply } from '../generation/start-reply.ts'
import { streamReply } from '../generation/stream-reply.ts'
import type { ChatServices } from '../services.ts'
import { messageId } from '../store/message-id.ts'
import { updateMessage } from '../store/message-store.ts'
import { findChildren } from '../store/message-tree.ts'

type RegenerateFrame = Extract<ClientFrame, { type: 'message.regenerate' }>

/**
 * Writes another variant of a character's message, by the same character, and with another model if the frame names
 * one. The old one and what followed it stay in the tree.
 * @throws AppError NotFound, NotAllowed (not a reply of a current character), Conflict (a reply is under way),
 * NoMessagesLeft.
 */
export async function regenerateReply(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: RegenerateFrame,
): Promise<void> {
  await services.lock.take(frame.chat_id, async () => {
    const context = await loadChatContext(services, caller, frame.chat_id)
    const old = await loadOwnMessage(services, context, frame.message_id)
    if (old.role !== 'character' || old.parentSeq === 0) throw new AppError('NotAllowed')
    // Lines of the narrator or of former members cannot be regenerated.
    if (!old.speakerId || !speakerOfMessage(context.loadedCard, old.speakerId)) throw new AppError('NotAllowed')
    const plan = { speakerId: old.speakerId, speakerQueue: null }
    const { parentSeq } = old
    await replyAfter(services, context, { parentSeq, cause: 'reply_regenerated', plan, modelId: frame.model_id })
  })
}

type ContinueFrame = Extract<ClientFrame, { type: 'message.continue' }>

/**
 * Continues the last message where it ended.
 * @throws AppError NotFound, NotAllowed (not the last message, or not by a current character), Conflict,
 * NoMessagesLeft.
 */
export async function continueReply(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: ContinueFrame,
): Promise<void> {
  await services.lock.take(frame.chat_id, async () => {
    const context = await loadChatContext(services, caller, frame.chat_id)
    const last = await loadOwnMessage(services, context, frame.message_id)
    if (last.role !== 'character' || last.seq !== context.chat.leafSeq || last.restriction)
      throw new AppError('NotAllowed')
    const { speakerId } = last
    if (!speakerId || !speakerOfMessage(context.loadedCard, speakerId)) throw new AppError('NotAllowed')
    if (services.replies.find(context.chat.id)) throw new AppError('Conflict')
    await consumeFairUse(services, context.person.id)
    const writer = await findWriter(services, context)
    const { entry } = writer
    await assertCanPayTurn(services, context.person, entry)
    const path = await services.paths.read(services.database, context.chat)
    const opened = openReply(
      services,
      await loadReplyContext(services, context, { path, speakerId, isContinuation: true, writer }),
    )
    try {
      const { chat, result: row } = await changeChat(services, context.person.id, context.chat.id, async (locked) => {
        const current = await reloadMessage(locked, last.seq)
        await assertNoGeneration(locked.tx, locked.chat.id)
        // The model has been asked to continue what was there before.
        if (current.seq !== locked.chat.leafSeq || current.text !== last.text || current.restriction)
          throw new AppError('Conflict')
        const rev = locked.nextRev()
        const key = `continued:${messageId(locked.chat.id, last.seq)}:${rev}`
        const charged = await chargeMessage(services, locked.tx, context.person, {
          entry,
          key,
          cause: 'reply_continued',
          ref: locked.chat.id,
          now: locked.now,
        })
        const row = await updateMessage(locked.tx, locked.chat.id, last.seq, {
          ...current,
          // Without text there is nothing to continue: the reply begins anew.
          ...(current.text === '' && { reasoning: null, reasoningMs: null }),
          status: 'streaming',
          fault: null,
          isCutOff: false,
          rev,
        })
        await claimReply(services, locked, last.seq, charged ? [charged] : [])
        return row
      })
      await publishUpdated(services, chat, context.forReader.card, { rows: [row], isActive: true })
      const siblings = await findChildren(services.database, chat.id, [last.parentSeq])
      const variants = siblings.map((sibling) => sibling.seq)
      streamReply(services, { opened, row, speakerQueue: null, siblings: variants })
    } catch (error) {
      abandonReply(opened, error)
      throw error
    }
    await sendReminders(services, context, path)
  })
}

type SpeakFrame = Extract<ClientFrame, { type: 'generation.speak' }>

/**
 * Lets a character speak now, at the end of the path: after a failed or stopped reply, or any member of a group, muted
 * or not. It speaks alone: members it names are not called.
 * @throws AppError NotFound (not in this chat), Conflict (a reply is under way), NoMessagesLeft.
 */
export async function requestSpeaker(services: ChatServices, caller: RealtimeCaller, frame: SpeakFrame): Promise<void> {
  await services.lock.take(frame.chat_id, async () => {
    const context = await loadChatContext(services, caller, frame.chat_id)
    if (!speakerOfMessage(context.loadedCard, frame.card_id)) throw new AppError('NotFound')
    const plan = { speakerId: frame.card_id, speakerQueue: null }
    await replyAfter(services, context, { parentSeq: context.chat.leafSeq, cause: 'reply_spoken', plan })
  })
}
