import { AppError } from '../../../platform/app-error.ts'
import { canShowOffers, isCrisisText } from '../../safety/module.ts'
import { changeChat } from '../context/change-chat.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import { findGeneration } from '../generation/generation-store.ts'
import { abandonReply, openReply } from '../generation/open-reply.ts'
import { loadReplyContext } from '../generation/reply-context.ts'
import { publishStarted, startReply } from '../generation/start-reply.ts'
import { streamReply } from '../generation/stream-reply.ts'
import type { ChatServices } from '../services.ts'

/**
 * Lets a character send a message unasked at the end of a chat. It is free and moderated like any reply. Its prompt
 * leaves out crisis messages, so that a notification never mentions them.
 * @throws AppError NotFound, AgeNotOpen, TokenBudgetSpent, Conflict (a reply is being written, or the chat has changed
 * meanwhile).
 */
export async function sendProactiveMessage(services: ChatServices, personId: string, chatId: string): Promise<void> {
  await services.lock.take(chatId, async () => {
    await services.usage.assertBudget(personId)
    const context = await loadChatContext(services, { identity: { personId }, country: null }, chatId)
    if (services.replies.find(chatId)) throw new AppError('Conflict')
    // A crisis message may have come since the candidates were listed (C3).
    if (!canShowOffers(context.person.lastCrisisAt, services.clock.now())) throw new AppError('Conflict')
    const whole = await services.paths.read(services.database, context.chat)
    const path = whole.filter((entry) => !isCrisisText(entry.text))
    const replyContext = await loadReplyContext(services, context, { path, isProactive: true })
    const opened = openReply(services, replyContext)
    try {
      const { chat, result: row } = await changeChat(services, personId, chatId, async (locked) => {
        const isMoved = locked.chat.rev !== context.chat.rev
        if (isMoved || (await findGeneration(locked.tx, chatId))) throw new AppError('Conflict')
        return startReply(services, locked, {
          entry: replyContext.writer.entry,
          parentSeq: locked.chat.leafSeq,
          speakerId: replyContext.speaker.card.id,
          chargeKeys: [],
        })
      })
      services.contextCache.forget(chatId)
      await publishStarted(services, chat, context.forReader, row)
      streamReply(services, { opened, row, speakerQueue: null, siblings: [row.seq] })
    } catch (error) {
      abandonReply(opened, error)
      throw error
    }
  })
}
