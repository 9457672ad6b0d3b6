import type { ClientFrame, ServerFrame } from '@everkin/contract/types.ts'
import type { RealtimeCaller } from '../../../platform/realtime/socket-gateway.ts'
import { isMember } from '../../accounts/module.ts'
import { messagePriceFor } from '../context/charge-message.ts'
import type { CachedChatContext } from '../context/chat-context.ts'
import { sendUsageReminder } from '../context/safety-notices.ts'
import { chatView, messageView } from '../context/views.ts'
import { openReply } from '../generation/open-reply.ts'
import { loadReplyContext } from '../generation/reply-context.ts'
import type { ReplyPlan } from '../generation/speaker-queue.ts'
import { streamReply } from '../generation/stream-reply.ts'
import { type StoredTurn, storeFastTurn } from '../generation/turn-store.ts'
import { LEASE_MS, previewOf } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import { messageId } from '../store/message-id.ts'
import type { MessageRow } from '../store/message-store.ts'
import type { PathEntry } from '../store/path-cache.ts'
import { appendSkipPointers } from '../store/skip-pointers.ts'

type SendFrame = Extract<ClientFrame, { type: 'message.send' }>

/**
 * The ordinary turn: no reply is being written and it is not a crisis message. The model is asked at once, and one
 * statement stores everything; the ack and everything after it wait for that statement. Returns false when the turn was
 * not ordinary after all: then nothing is stored, and the model's answer is discarded.
 * @throws the database's error for a client id that already exists.
 */
export async function sendFastPath(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: SendFrame,
  known: CachedChatContext,
  path: readonly PathEntry[],
  { tokens, answer }: { tokens: number; answer: ReplyPlan },
): Promise<boolean> {
  const { turn: context, skipPointers } = known
  const { speakerId, round } = answer
  const { chat, person, ready: prepared } = context
  const now = services.clock.now()
  const own: PathEntry = { seq: chat.nextSeq, role: 'user', speakerId: null, text: frame.text, tokens }
  const ownSkipPointers = appendSkipPointers(skipPointers, own.seq)
  const replySkipPointers = appendSkipPointers(ownSkipPointers, own.seq + 1)
  const price = messagePriceFor(services, person, now)
  const chargeKey = `send:${messageId(chat.id, own.seq)}`
  const lastMessage = {
    role: 'user' as const,
    speaker_name: null,
    text: previewOf(frame.text),
    created_at: now.toISOString(),
  }
  const opened = openReply(services, await loadReplyContext(services, context, { path: [...path, own], speakerId }))
  let stored: StoredTurn | null
  try {
    stored = await storeFastTurn(services.database, {
      person,
      chat,
      own: { ...ownSkipPointers[0]!, text: frame.text, tokens, clientId: frame.client_id },
      reply: { ...replySkipPointers[0]!, speakerId, voiceDemo: services.model.kind === 'demo' },
      price,
      chargeKey,
      lastMessage,
      owner: services.processId,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      now,
    })
  } catch (error) {
    opened.abort.abort(error)
    throw error
  }
  if (!stored) {
    opened.abort.abort(new Error('not needed'))
    return false
  }
  const replyRow = messageRowOf(context, replySkipPointers[0]!, { parentSeq: own.seq, rev: stored.rev, now })
  const row: MessageRow = {
    ...replyRow,
    role: 'character',
    speakerId,
    status: 'streaming',
    voiceDemo: services.model.kind === 'demo',
  }
  const ownRow: MessageRow = {
    ...messageRowOf(context, ownSkipPointers[0]!, { parentSeq: chat.leafSeq, rev: stored.rev - 1, now }),
    text: frame.text,
    tokens,
    clientId: frame.client_id,
  }
  const next = { ...chat, rev: stored.rev, nextSeq: chat.nextSeq + 2, leafSeq: row.seq, lastMessage, updatedAt: now }
  services.paths.append(next, { rev: chat.rev, leafSeq: chat.leafSeq }, own)
  // A group's card may change, so its members are loaded again every time.
  if (chat.type === 'single')
    services.contextCache.keep({ turn: { ...context, chat: next }, skipPointers: replySkipPointers })

  const message = messageView(ownRow, prepared.card, true, [ownRow.seq])
  caller.reply({ type: 'ack', client_id: frame.client_id, message })
  const frames: ServerFrame[] = [
    { type: 'message.created', message },
    { type: 'message.created', message: messageView(row, prepared.card, true, [row.seq]) },
  ]
  for (const each of frames) services.live.publishToPerson(person.id, each)
  streamReply(services, { opened, row, chargeKeys: price > 0 ? [chargeKey] : [], round, siblings: [row.seq] })
  const wallet = {
    coin_num: stored.coins,
    message_num: stored.messages,
    unlimited_messages: isMember(person, now),
  }
  services.live.publishToPerson(person.id, { type: 'chat.updated', chat: chatView(next, prepared.card) })
  if (price > 0) services.live.publishToPerson(person.id, { type: 'wallet.updated', wallet })
  await sendUsageReminder(services, context, stored)
  return true
}

function messageRowOf(
  context: CachedChatContext['turn'],
  place: { seq: number; depth: number; jumpSeq: number; jumpDepth: number },
  facts: { parentSeq: number; rev: number; now: Date },
): MessageRow {
  return {
    ...place,
    chatId: context.chat.id,
    parentSeq: facts.parentSeq,
    tipSeq: null,
    rev: facts.rev,
    role: 'user',
    speakerId: null,
    text: '',
    tokens: 0,
    status: 'complete',
    clientId: null,
    voiceDemo: false,
    chargeKey: null,
    awaitsReply: false,
    attached: null,
    fault: null,
    deleted: false,
    createdAt: facts.now,
  }
}
