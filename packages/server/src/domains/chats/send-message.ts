import type { ClientFrame, Message } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { RealtimeCaller } from '../../platform/realtime/socket-gateway.ts'
import { publishBegun } from './answer-awaiting.ts'
import { beginReply } from './begin-reply.ts'
import { changeChat, publishChange } from './change-chat.ts'
import { chargeTurn, takeFairUse } from './charge-turn.ts'
import { findChat } from './chat-store.ts'
import { publishWallet } from './finish-reply.ts'
import { findGeneration } from './generation-store.ts'
import { noteCast, readyFor, rosterNow, speakerIn } from './groups/cast.ts'
import { type Answer, planAnswer } from './groups/plan-answer.ts'
import { meetCrisis } from './meet-crisis.ts'
import { messageId } from './message-id.ts'
import { findByClientId, insertMessage, isOnPath, type MessageRow, readSpine } from './message-store.ts'
import { noteTalk } from './note-talk.ts'
import { type OpenedReply, openReply } from './open-reply.ts'
import { countTokens } from './prompt/count-tokens.ts'
import { readTurn } from './read-turn.ts'
import { replySetting } from './reply-setting.ts'
import { previewOf } from './rules.ts'
import { screenOwnText } from './screen-own-text.ts'
import { sendOrdinary } from './send-ordinary.ts'
import type { ChatServices } from './services.ts'
import type { Turn } from './turn.ts'
import { messageView, messageViews } from './views.ts'
import { writeReply } from './write-reply.ts'

type SendFrame = Extract<ClientFrame, { type: 'message.send' }>

/**
 * Stores a person's message and has it answered. The ack goes out after the commit (promise 1), the model is asked
 * while the commit is under way (performance.md, rule 1). A `client_id` seen before gives the same ack and does nothing
 * (DUR-04); with another text or chat it is a Conflict (DUR-05). While a reply is being written the message waits, and
 * one reply answers all that came.
 * @throws AppError as `nack`.
 */
export async function sendMessage(services: ChatServices, caller: RealtimeCaller, frame: SendFrame): Promise<void> {
  await services.turns.take(frame.chat_id, async () => {
    try {
      await storeAndAnswer(services, caller, frame)
    } catch (error) {
      if (error instanceof ChatMoved) return storeAndAnswer(services, caller, frame)
      const earlier = await findByClientId(services.database, caller.identity.personId, frame.client_id)
      if (!earlier) throw error
      await acknowledgeAgain(services, caller, frame, earlier)
    }
  })
}

async function storeAndAnswer(services: ChatServices, caller: RealtimeCaller, frame: SendFrame): Promise<void> {
  const { personId } = caller.identity
  const remembered = services.turnCache.find(frame.chat_id, personId)
  const turn = remembered?.turn ?? (await readTurn(services, personId, frame.chat_id))
  const path = await services.paths.read(services.database, turn.chat)
  await screenOwnText(services, turn, path, frame.text)
  const crisis = await meetCrisis(services, caller, turn, frame.text)
  if (!crisis) takeFairUse(services, turn.person.id)
  const tokens = countTokens(frame.text)
  const answer = crisis || services.replies.find(frame.chat_id) ? null : answerTo(turn, frame)
  if (answer && !isCastNew(turn)) {
    const spine = remembered?.spine ?? (await readSpine(services.database, turn.chat.id, turn.chat.leafSeq))
    if (await sendOrdinary(services, caller, frame, { turn, spine }, path, { tokens, answer })) return
  }
  services.turnCache.forget(frame.chat_id)
  await storeWaiting(services, caller, frame, crisis, tokens)
}

/** Who answers; null when nobody does. @throws AppError NotFound for somebody asked who is not in the chat. */
function answerTo(turn: Turn, frame: SendFrame): Answer | null {
  const wanted = turn.chat.type === 'multiple' ? (frame.speak_card_id ?? null) : null
  if (wanted !== null && !speakerIn(turn.ready, wanted)) throw new AppError('NotFound')
  return planAnswer(turn, { text: frame.text, seq: turn.chat.nextSeq }, wanted)
}

function isCastNew({ chat, ready }: Turn): boolean {
  return chat.type === 'multiple' && rosterNow(chat, ready) !== chat.roster
}

/**
 * The longer way, for what is not ordinary: someone is in distress, a reply is being written, or nobody answers; also to
 * learn why an ordinary turn could not be stored.
 */
async function storeWaiting(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: SendFrame,
  crisis: { publish(messageId: string): void } | null,
  tokens: number,
): Promise<void> {
  const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
  const path = await services.paths.read(services.database, turn.chat)
  const own = { seq: turn.chat.nextSeq, role: 'user' as const, speakerId: null, text: frame.text, tokens }
  const isBusy = services.replies.find(frame.chat_id) !== null
  const answer = crisis ? null : answerTo(turn, frame)
  const opened: OpenedReply | null =
    !answer || isBusy
      ? null
      : openReply(services, await replySetting(services, turn, { path: [...path, own], speakerId: answer.speakerId }))
  let stored: Stored
  try {
    stored = await store(services, turn, frame, { tokens, answer, hasOpened: opened !== null })
  } catch (error) {
    opened?.abort.abort(error)
    throw error
  }
  services.paths.append(
    stored.chat,
    { rev: turn.chat.rev, leafSeq: turn.chat.leafSeq },
    { ...own, seq: stored.message.seq },
  )
  const message = messageView(stored.message, turn.ready.card, true, [stored.message.seq])
  caller.reply({ type: 'ack', client_id: frame.client_id, message })
  services.live.publishToPerson(turn.person.id, { type: 'message.created', message })
  if (opened && answer && stored.reply) {
    const { reply: row, chargeKeys } = stored
    await publishBegun(services, stored.chat, turn.ready, row)
    writeReply(services, { opened, row, chargeKeys, round: answer.round, siblings: [row.seq] })
  } else {
    opened?.abort.abort(new Error('not needed'))
    await publishChange(services, stored.chat, [])
  }
  if (stored.message.chargeKey) await publishWallet(services, turn.person.id)
  crisis?.publish(message.id)
  await noteTalk(services, turn, null)
}

/** Another process changed the chat after it was read: what the model was asked is not the chat any more. */
class ChatMoved extends Error {}

interface Stored {
  chat: Turn['chat']
  message: MessageRow
  reply: MessageRow | null
  chargeKeys: readonly string[]
}

async function store(
  services: ChatServices,
  turn: Turn,
  frame: SendFrame,
  facts: { tokens: number; answer: Answer | null; hasOpened: boolean },
): Promise<Stored> {
  const { chat, result } = await changeChat(services, turn.person.id, frame.chat_id, async (held) => {
    const { tx, now } = held
    if (facts.hasOpened && held.chat.rev !== turn.chat.rev) throw new ChatMoved()
    const isBusy = !facts.hasOpened || (await findGeneration(tx, held.chat.id)) !== null
    noteCast(held.chat, turn.ready)
    const seq = held.nextSeq()
    // What nobody answers costs nothing.
    const chargeKey = facts.answer
      ? await chargeTurn(services, tx, turn.person, {
          key: `send:${messageId(held.chat.id, seq)}`,
          cause: 'message_sent',
          ref: held.chat.id,
          now,
        })
      : null
    const message = await insertMessage(
      tx,
      {
        chatId: held.chat.id,
        seq,
        parentSeq: held.chat.leafSeq,
        rev: held.nextRev(),
        role: 'user',
        text: frame.text,
        tokens: facts.tokens,
        clientId: frame.client_id,
        senderId: turn.person.id,
        chargeKey,
        awaitsReply: isBusy && facts.answer !== null,
        speakerId: isBusy && turn.chat.type === 'multiple' ? (frame.speak_card_id ?? null) : null,
        createdAt: now,
      },
      await readSpine(tx, held.chat.id, held.chat.leafSeq),
    )
    held.chat.leafSeq = seq
    held.chat.updatedAt = now
    held.chat.lastMessage = {
      role: 'user',
      speaker_name: null,
      text: previewOf(frame.text),
      created_at: now.toISOString(),
    }
    const chargeKeys = chargeKey ? [chargeKey] : []
    const speakerId = isBusy ? null : facts.answer?.speakerId
    const reply = speakerId ? await beginReply(services, held, { parentSeq: seq, speakerId, chargeKeys }) : null
    return { message, reply, chargeKeys }
  })
  return { chat, ...result }
}

/** The same ack as the first time, from what is stored now. */
async function acknowledgeAgain(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: SendFrame,
  earlier: MessageRow,
): Promise<void> {
  const sameText = earlier.text === frame.text || earlier.deleted
  if (earlier.chatId !== frame.chat_id || !sameText) throw new AppError('Conflict')
  const chat = await findChat(services.database, earlier.chatId, caller.identity.personId)
  const ready = chat && (await readyFor(services, chat, caller.locale))
  if (!chat || !ready) throw new AppError('NotFound')
  const active = !earlier.deleted && (await isOnPath(services.database, chat.id, chat.leafSeq, earlier.seq))
  const [message] = await messageViews(services, [earlier], ready.card, () => active)
  caller.reply({ type: 'ack', client_id: frame.client_id, message: message as Message }) // one row gives one view
}
