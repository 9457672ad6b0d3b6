import { countTokens } from '../../models/module.ts'
import { publishChange } from '../context/change-chat.ts'
import type { ForReader } from '../context/chat-context.ts'
import { claimsToBeHumanAfter } from '../context/human-claims.ts'
import { hasAddedNothing, type LiveReply } from '../context/live-replies.ts'
import { chatView, messageView, speakerOf } from '../context/views.ts'
import { previewOf } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import { type ChatRow, findChat } from '../store/chat-store.ts'
import type { MessageRow } from '../store/message-row.ts'
import type { ReplyOutcome } from './finish-reply.ts'
import { albumItemsFor } from './reply-context.ts'
import { reasoningOf } from './reply-reasoning.ts'
import { countReplyUsage, replyUsage } from './reply-usage.ts'
import type { StartedReply } from './start-reply.ts'
import { type FinishedChat, finishFastReply } from './turn-store.ts'

/**
 * Ends a complete reply at the end of the active path in one statement. Returns false and stores nothing when it ended
 * in another way (stopped, failed, blocked, empty, with blocked reasoning, or a new message arrived meanwhile),
 * or when chats are distributed: `finishReply` handles those cases.
 */
export async function finishFastPath(
  services: ChatServices,
  started: StartedReply,
  live: LiveReply,
  outcome: ReplyOutcome,
): Promise<boolean> {
  if (services.hasDistributedChats) return false
  const { text } = live
  if (outcome.status !== 'complete' || outcome.verdict || outcome.reasoningVerdict || hasAddedNothing(live))
    return false
  const { person, forReader } = started.opened.replyContext
  const now = services.clock.now()
  const tokens = countTokens(text)
  const speaker = speakerOf(started.row.speakerId, forReader.card)
  const lastMessage = {
    role: 'character' as const,
    speaker_name: speaker?.name ?? null,
    text: previewOf(text),
    created_at: started.row.createdAt.toISOString(),
  }
  const attached = albumItemsFor(started.opened.replyContext, text)
  const modelId = started.opened.entry.id
  const { isCutOff = false } = outcome
  const used = replyUsage(started.opened, live)
  const finished = await finishFastReply(services.database, {
    personId: person.id,
    chatId: live.chatId,
    seq: live.seq,
    owner: services.processId,
    text,
    tokens,
    lastMessage,
    attached,
    ...reasoningOf(live),
    used,
    modelId,
    isCutOff,
    now,
  })
  if (!finished) return false
  countReplyUsage(services, live)
  const message: MessageRow = {
    ...started.row,
    ...reasoningOf(live),
    text,
    tokens,
    status: 'complete',
    rev: finished.rev,
    attached: [...attached],
    usage: used,
    modelId,
    isCutOff,
  }
  await publishCompleted(services, started, live, message)
  if (!cacheFinishedChat(services, started, message, { ...finished, lastMessage, updatedAt: now }))
    await publishStored(services, person.id, live.chatId, forReader)
  return true
}

async function publishCompleted(
  services: ChatServices,
  { opened: { replyContext }, siblings }: StartedReply,
  live: LiveReply,
  message: MessageRow,
): Promise<void> {
  const attached = message.attached ?? []
  const shown = attached.length > 0 ? await services.album.viewsOf(services.database, live.chatId, attached) : null
  const attachments = attached.flatMap((id) => shown?.get(id) ?? [])
  const claimsHuman = claimsToBeHumanAfter(replyContext.path, message.text)
  services.live.publishToPerson(replyContext.person.id, {
    type: 'message.completed',
    message: messageView(message, replyContext.forReader.card, true, siblings, { attachments, claimsHuman }),
  })
}

/** Writes the end of the reply into the caches and publishes the chat. False if they do not know the chat as it was. */
function cacheFinishedChat(
  services: ChatServices,
  { opened: { replyContext } }: StartedReply,
  { seq, speakerId, text, tokens }: MessageRow,
  changed: FinishedChat & Pick<ChatRow, 'lastMessage' | 'updatedAt'>,
): boolean {
  const { person, chatId, forReader } = replyContext
  const revBefore = changed.rev - 1
  const known = services.contextCache.find(chatId, person.id, forReader.locale)
  if (!known || known.context.chat.leafSeq !== seq || known.context.chat.rev !== revBefore) return false
  const chat = { ...known.context.chat, ...changed }
  services.contextCache.set({ ...known, context: { ...known.context, chat } })
  services.paths.append(chat, { rev: revBefore, leafSeq: seq }, { seq, role: 'character', speakerId, text, tokens })
  services.live.publishToPerson(person.id, { type: 'chat.updated', chat: chatView(chat, forReader.card) })
  return true
}

async function publishStored(
  services: ChatServices,
  personId: string,
  chatId: string,
  { card }: ForReader,
): Promise<void> {
  const chat = await findChat(services.database, chatId, personId)
  if (chat) publishChange(services, chat, card)
}
