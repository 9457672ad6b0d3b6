import type { ClientFrame, Message } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { RealtimeCaller } from '../../../platform/realtime/socket-gateway.ts'
import { changeChat, publishChange } from '../context/change-chat.ts'
import { chargeMessage, consumeFairUse } from '../context/charge-message.ts'
import type { ChatContext } from '../context/chat-context.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import { currentMembership, prepareChat, recordMembership, speakerOfMessage } from '../context/participants.ts'
import { sendUsageReminder } from '../context/safety-notices.ts'
import { messageView, messageViews } from '../context/views.ts'
import { startReply } from '../generation/begin-reply.ts'
import { findGeneration } from '../generation/generation-store.ts'
import { type OpenedReply, openReply } from '../generation/open-reply.ts'
import { loadReplyContext } from '../generation/reply-context.ts'
import { publishStarted } from '../generation/reply-to-queued.ts'
import { planReplies, type ReplyPlan } from '../generation/speaker-queue.ts'
import { streamReply } from '../generation/stream-reply.ts'
import { countTokens } from '../prompt/count-tokens.ts'
import { previewOf } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import { findChat } from '../store/chat-store.ts'
import { messageId } from '../store/message-id.ts'
import { findByClientId, insertMessage, isOnPath, loadSkipPointers, type MessageRow } from '../store/message-store.ts'
import { handleCrisis, moderateOwnText } from './moderate-message.ts'
import { sendFastPath } from './send-fast-path.ts'

type SendFrame = Extract<ClientFrame, { type: 'message.send' }>

/**
 * Stores a person's message and requests the reply. The ack is sent after the commit (promise 1); the model is asked
 * while the commit is under way (performance.md, rule 1). A repeated `client_id` gets the same ack and changes nothing
 * (DUR-04); with another text or chat it is a Conflict (DUR-05). While a reply is being written the message waits, and
 * one reply answers all waiting messages.
 * @throws AppError as `nack`.
 */
export async function sendMessage(services: ChatServices, caller: RealtimeCaller, frame: SendFrame): Promise<void> {
  await services.lock.take(frame.chat_id, async () => {
    try {
      await storeAndReply(services, caller, frame)
    } catch (error) {
      if (error instanceof ChatChanged) return storeAndReply(services, caller, frame)
      const earlier = await findByClientId(services.database, caller.identity.personId, frame.client_id)
      if (!earlier) throw error
      await resendAck(services, caller, frame, earlier)
    }
  })
}

async function storeAndReply(services: ChatServices, caller: RealtimeCaller, frame: SendFrame): Promise<void> {
  const { personId } = caller.identity
  const remembered = services.contextCache.find(frame.chat_id, personId)
  const context = remembered?.turn ?? (await loadChatContext(services, personId, frame.chat_id))
  const path = await services.paths.read(services.database, context.chat)
  await moderateOwnText(services, context, path, frame.text)
  const crisis = await handleCrisis(services, caller, context, frame.text)
  if (!crisis) await consumeFairUse(services, context.person.id)
  const tokens = countTokens(frame.text)
  const answer = crisis || services.replies.find(frame.chat_id) ? null : planFor(context, frame)
  if (answer && !haveParticipantsChanged(context)) {
    const skipPointers =
      remembered?.skipPointers ?? (await loadSkipPointers(services.database, context.chat.id, context.chat.leafSeq))
    if (await sendFastPath(services, caller, frame, { turn: context, skipPointers }, path, { tokens, answer })) return
  }
  services.contextCache.forget(frame.chat_id)
  await storeQueued(services, caller, frame, crisis, tokens)
}

/** Who answers; null when nobody does. @throws AppError NotFound when the requested speaker is not in the chat. */
function planFor(context: ChatContext, frame: SendFrame): ReplyPlan | null {
  const wanted = context.chat.type === 'multiple' ? (frame.speak_card_id ?? null) : null
  if (wanted !== null && !speakerOfMessage(context.ready, wanted)) throw new AppError('NotFound')
  return planReplies(context, { text: frame.text, seq: context.chat.nextSeq }, wanted)
}

function haveParticipantsChanged({ chat, ready: prepared }: ChatContext): boolean {
  return chat.type === 'multiple' && currentMembership(chat, prepared) !== chat.roster
}

/**
 * The slow path for turns that are not ordinary: a crisis message, a reply under way, or no speaker. It also finds out
 * why an ordinary turn could not be stored.
 */
async function storeQueued(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: SendFrame,
  crisis: { publish(messageId: string): void } | null,
  tokens: number,
): Promise<void> {
  const context = await loadChatContext(services, caller.identity.personId, frame.chat_id)
  const path = await services.paths.read(services.database, context.chat)
  const own = { seq: context.chat.nextSeq, role: 'user' as const, speakerId: null, text: frame.text, tokens }
  const isBusy = services.replies.find(frame.chat_id) !== null
  const answer = crisis ? null : planFor(context, frame)
  const opened: OpenedReply | null =
    !answer || isBusy
      ? null
      : openReply(
          services,
          await loadReplyContext(services, context, { path: [...path, own], speakerId: answer.speakerId }),
        )
  let stored: Stored
  try {
    stored = await store(services, context, frame, { tokens, answer, hasOpened: opened !== null })
  } catch (error) {
    opened?.abort.abort(error)
    throw error
  }
  services.paths.append(
    stored.chat,
    { rev: context.chat.rev, leafSeq: context.chat.leafSeq },
    { ...own, seq: stored.message.seq },
  )
  const message = messageView(stored.message, context.ready.card, true, [stored.message.seq])
  caller.reply({ type: 'ack', client_id: frame.client_id, message })
  services.live.publishToPerson(context.person.id, { type: 'message.created', message })
  if (opened && answer && stored.reply) {
    const { reply: row, chargeKeys } = stored
    await publishStarted(services, stored.chat, context.ready, row)
    streamReply(services, { opened, row, chargeKeys, round: answer.round, siblings: [row.seq] })
  } else {
    opened?.abort.abort(new Error('not needed'))
    await publishChange(services, stored.chat, [])
  }
  crisis?.publish(message.id)
  await sendUsageReminder(services, context, null)
}

/** Another process changed the chat after it was read, so the model's prompt is out of date. */
class ChatChanged extends Error {}

interface Stored {
  chat: ChatContext['chat']
  message: MessageRow
  reply: MessageRow | null
  chargeKeys: readonly string[]
}

async function store(
  services: ChatServices,
  context: ChatContext,
  frame: SendFrame,
  facts: { tokens: number; answer: ReplyPlan | null; hasOpened: boolean },
): Promise<Stored> {
  const { chat, result } = await changeChat(services, context.person.id, frame.chat_id, async (locked) => {
    const { tx, now } = locked
    if (facts.hasOpened && locked.chat.rev !== context.chat.rev) throw new ChatChanged()
    const isBusy = !facts.hasOpened || (await findGeneration(tx, locked.chat.id)) !== null
    recordMembership(locked.chat, context.ready)
    const seq = locked.nextSeq()
    // A message that nobody answers is free.
    const chargeKey = facts.answer
      ? await chargeMessage(services, tx, context.person, {
          key: `send:${messageId(locked.chat.id, seq)}`,
          cause: 'message_sent',
          ref: locked.chat.id,
          now,
        })
      : null
    const message = await insertMessage(
      tx,
      {
        chatId: locked.chat.id,
        seq,
        parentSeq: locked.chat.leafSeq,
        rev: locked.nextRev(),
        role: 'user',
        text: frame.text,
        tokens: facts.tokens,
        clientId: frame.client_id,
        senderId: context.person.id,
        chargeKey,
        awaitsReply: isBusy && facts.answer !== null,
        speakerId: isBusy && context.chat.type === 'multiple' ? (frame.speak_card_id ?? null) : null,
        createdAt: now,
      },
      await loadSkipPointers(tx, locked.chat.id, locked.chat.leafSeq),
    )
    locked.chat.leafSeq = seq
    locked.chat.updatedAt = now
    locked.chat.lastMessage = {
      role: 'user',
      speaker_name: null,
      text: previewOf(frame.text),
      created_at: now.toISOString(),
    }
    const chargeKeys = chargeKey ? [chargeKey] : []
    const speakerId = isBusy ? null : facts.answer?.speakerId
    const reply = speakerId ? await startReply(services, locked, { parentSeq: seq, speakerId, chargeKeys }) : null
    return { message, reply, chargeKeys }
  })
  return { chat, ...result }
}

/** Sends the first ack again, built from what is stored now. */
async function resendAck(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: SendFrame,
  earlier: MessageRow,
): Promise<void> {
  const sameText = earlier.text === frame.text || earlier.deleted
  if (earlier.chatId !== frame.chat_id || !sameText) throw new AppError('Conflict')
  const chat = await findChat(services.database, earlier.chatId, caller.identity.personId)
  const prepared = chat && (await prepareChat(services, chat, caller.locale))
  if (!chat || !prepared) throw new AppError('NotFound')
  const active = !earlier.deleted && (await isOnPath(services.database, chat.id, chat.leafSeq, earlier.seq))
  const [message] = await messageViews(services, [earlier], prepared.card, () => active)
  caller.reply({ type: 'ack', client_id: frame.client_id, message: message as Message }) // one row gives one view
}
