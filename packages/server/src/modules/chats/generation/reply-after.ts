import { AppError } from '../../../platform/app-error.ts'
import { changeChat, reloadMessage } from '../context/change-chat.ts'
import { assertCanPayTurn, chargeMessage, consumeFairUse } from '../context/charge-message.ts'
import type { ChatContext } from '../context/chat-context.ts'
import { recordMembership } from '../context/participants.ts'
import { findWriter, maxPathTokens } from '../context/reply-writer.ts'
import { sendReminders } from '../context/safety-notices.ts'
import { leaveVariant } from '../context/switch-branch.ts'
import type { ChatServices } from '../services.ts'
import { messageId } from '../store/message-id.ts'
import { findChildren } from '../store/message-tree.ts'
import { entryOf, loadPromptPath } from '../store/path-cache.ts'
import { assertNoGeneration } from './generation-store.ts'
import { abandonReply, openReply } from './open-reply.ts'
import { loadReplyContext } from './reply-context.ts'
import type { ReplyPlan } from './speaker-queue.ts'
import { publishStarted, startReply } from './start-reply.ts'
import { streamReply } from './stream-reply.ts'

interface ReplyRequest {
  /** The message that the reply follows. */
  parentSeq: number
  /** Of the charge, in the ledger. */
  cause: 'reply_branched' | 'reply_regenerated' | 'reply_spoken'
  plan: ReplyPlan
  /** The model that writes this reply only, in place of the chat's. */
  modelId?: string | undefined
}

/**
 * Starts a reply to a message that is already stored, charges for it and writes it, followed by its speaker queue, if
 * any. Call it while holding the chat lock. Asking for a reply counts as use of the chat (H1).
 * @throws AppError Conflict (a reply is under way), NoMessagesLeft, TooManyRequests; NotFound for a deleted
 * message; NotFound or NotAllowed for a `modelId` that the person cannot use.
 */
export async function replyAfter(
  services: ChatServices,
  context: ChatContext,
  { parentSeq, cause, plan: { speakerId, speakerQueue }, modelId }: ReplyRequest,
): Promise<void> {
  if (services.replies.find(context.chat.id)) throw new AppError('Conflict')
  const writer = await findWriter(services, context, modelId)
  const { entry } = writer
  await consumeFairUse(services, context.person.id)
  await assertCanPayTurn(services, context.person, entry)
  const rows = await loadPromptPath(services.database, context.chat.id, parentSeq, maxPathTokens(entry.model))
  const siblings = await findChildren(services.database, context.chat.id, [parentSeq])
  const opened = openReply(
    services,
    await loadReplyContext(services, context, {
      path: rows.map(entryOf),
      speakerId,
      variantIndex: siblings.length,
      writer,
    }),
  )
  try {
    const { chat, result: row } = await changeChat(services, context.person.id, context.chat.id, async (locked) => {
      if (parentSeq > 0) await reloadMessage(locked, parentSeq)
      // Another process was faster: the path ends elsewhere by now.
      if (cause === 'reply_spoken' && locked.chat.leafSeq !== parentSeq) throw new AppError('Conflict')
      await assertNoGeneration(locked.tx, locked.chat.id)
      const key = `${cause}:${messageId(locked.chat.id, locked.chat.nextSeq)}`
      const charged = await chargeMessage(services, locked.tx, context.person, {
        entry,
        key,
        cause,
        ref: locked.chat.id,
        now: locked.now,
      })
      recordMembership(locked.chat, context.loadedCard)
      await leaveVariant(locked, parentSeq)
      const chargeKeys = charged ? [charged] : []
      return startReply(services, locked, { entry, parentSeq, speakerId, chargeKeys })
    })
    await publishStarted(services, chat, context.forReader, row)
    const variants = [...siblings.map((sibling) => sibling.seq), row.seq]
    streamReply(services, { opened, row, speakerQueue, siblings: variants })
  } catch (error) {
    abandonReply(opened, error)
    throw error
  }
  await sendReminders(services, context, rows)
}
