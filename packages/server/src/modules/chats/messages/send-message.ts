import type { ClientFrame, Message } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { RealtimeCaller } from '../../../platform/realtime/frame-receiver.ts'
import { inSpan } from '../../../platform/tracing/span.ts'
import { countTokens } from '../../models/module.ts'
import { publishChange } from '../context/change-chat.ts'
import { assertCanPayTurn, consumeFairUse, findRepeatedMessage } from '../context/charge-message.ts'
import type { ReplyWriter } from '../context/chat-context.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import { loadVisibleChat } from '../context/participant-policy.ts'
import { speakerOfMessage } from '../context/participants.ts'
import { findWriter } from '../context/reply-writer.ts'
import { sendReminders } from '../context/safety-notices.ts'
import { messageView, messageViews } from '../context/views.ts'
import { requestTurnReply } from '../generation/request-turn-reply.ts'
import { planReplies } from '../generation/speaker-queue.ts'
import { loadTurn, type NewTurn, type SavedTurn, saveTurn, type Turn } from '../generation/turn-repository.ts'
import { describePictures } from '../pictures/describe-pictures.ts'
import { hasSamePictures, loadPictureViews, type SentPictures } from '../pictures/message-pictures.ts'
import type { ChatServices } from '../services.ts'
import { messageId } from '../store/message-id.ts'
import { isOnPath } from '../store/message-path.ts'
import type { MessageRow } from '../store/message-row.ts'
import { findByClientId } from '../store/message-store.ts'
import type { PathEntry } from '../store/path-cache.ts'
import { saidText } from '../store/said-text.ts'
import { checkWrittenText, reloadAfterMinorSignal } from './check-written-text.ts'
import { type CrisisHelp, withCrisisHelp } from './crisis-notice.ts'

type SendFrame = Extract<ClientFrame, { type: 'message.send' }>

/** How often a turn is tried again because another process has changed the chat meanwhile. */
const MAX_ATTEMPTS = 4

/**
 * Stores a person's message and requests the reply. The ack is sent after the commit (DUR-01); meanwhile the prompt is
 * built and the model asked. A repeated `client_id` gets the same ack and changes nothing (DUR-04); with another text or
 * chat it is a Conflict (DUR-05). While a reply is being written the message is queued, and one reply answers all queued
 * messages. A crisis message is free and not answered; the help lines are shown even where it is refused (C1).
 * @throws AppError as `nack`.
 */
export async function sendMessage(services: ChatServices, caller: RealtimeCaller, frame: SendFrame): Promise<void> {
  await withCrisisHelp(services, caller, frame, (help) => storeMessage(services, caller, frame, help))
}

async function storeMessage(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: SendFrame,
  help: CrisisHelp | null,
): Promise<void> {
  const pictures = frame.attachments?.length
    ? await preparePictures(services, caller, frame, { ids: frame.attachments, isCrisis: help !== null })
    : null
  await services.lock.take(frame.chat_id, async () => {
    try {
      await takeTurn(services, caller, frame, { pictures, help })
    } catch (error) {
      const { personId } = caller.identity
      const earlier = await findByClientId(services.database, personId, frame.client_id)
      if (!earlier) throw error
      services.recentTurns.recordSent(personId, frame.client_id)
      await resendAck(services, caller, frame, earlier)
      // The message was stored, but what should have followed failed.
      await help?.show(messageId(earlier.chatId, earlier.seq))
    }
  })
}

/**
 * Outside the chat's lock, since a model may look at them for seconds. Null for a message that is already stored. No
 * model looks at those of a crisis message, which waits for nothing and costs nothing.
 */
async function preparePictures(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: SendFrame,
  { ids, isCrisis }: { ids: readonly string[]; isCrisis: boolean },
): Promise<SentPictures | null> {
  if (await findRepeatedMessage(services, caller.identity.personId, frame.client_id)) return null
  const context = await loadChatContext(services, caller, frame.chat_id)
  if (!isCrisis) await assertCanPayTurn(services, context.person, (await findWriter(services, context)).entry)
  return describePictures(services, context, ids, { isUnseen: isCrisis })
}

async function takeTurn(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: SendFrame,
  { pictures, help }: { pictures: SentPictures | null; help: CrisisHelp | null },
): Promise<void> {
  const { personId } = caller.identity
  const repeated = await findRepeatedMessage(services, personId, frame.client_id)
  if (repeated) return resendAck(services, caller, frame, repeated)
  // A message with pictures is stored under the chat's lock, which needs the chat as it is now.
  let turn = await inSpan('load', () => loadTurn(services, caller, frame.chat_id, pictures !== null))
  turn =
    (await reloadAfterMinorSignal(services, turn.context, frame.text, () =>
      loadTurn(services, caller, frame.chat_id, true),
    )) ?? turn
  const { text } = frame
  const said = saidText({ text, pictureText: pictures?.text ?? null })
  await checkWrittenText(services, turn, said, { isCrisis: help !== null, isSave: false })
  if (!help) await consumeFairUse(services, personId)
  const tokens = countTokens(said)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const writer = await findWriter(services, turn.context)
    const added = planTurn(services, turn, frame, { said, tokens, pictures, isAnswered: !help, writer })
    if (added.plan) await assertCanPayTurn(services, turn.context.person, writer.entry)
    const { own, plan, isOpened } = added
    const requested = plan && isOpened ? requestTurnReply(services, turn, { own, plan }, writer) : null
    const saved = await inSpan('commit', () => saveTurn(services, turn, added)).catch((error: unknown) => {
      requested?.cancel(error)
      throw error
    })
    if (!saved?.reply) requested?.cancel()
    if (saved) {
      // A stored reply is written even if it could not be published.
      await publishSaved(services, caller, frame, saved).finally(() => saved.reply && requested?.write(saved.reply))
      await help?.show(messageId(saved.chat.id, saved.message.seq))
      return sendReminders(services, turn.context, turn.path, saved.usage)
    }
    services.recentTurns.forgetBalance(personId)
    turn = await inSpan('load', () => loadTurn(services, caller, frame.chat_id, true))
  }
  // Other processes were faster every time. The page sends it again.
  throw new AppError('Unavailable', { retry_after: 1 })
}

interface MessageToStore {
  /** The text with the words for its pictures, and its size. */
  said: string
  tokens: number
  pictures: SentPictures | null
  isAnswered: boolean
  writer: ReplyWriter
}

/**
 * What the message adds, and who answers it: nobody after a crisis message. A message that is sent while a reply is
 * being written opens no model, and waits. @throws AppError NotFound for a requested speaker who is not in the chat.
 */
function planTurn(
  services: ChatServices,
  { context }: Turn,
  frame: SendFrame,
  { said, tokens, pictures, isAnswered, writer }: MessageToStore,
): NewTurn {
  const { chat, loadedCard } = context
  const wantedSpeaker = chat.type === 'multiple' ? (frame.speak_card_id ?? null) : null
  const own: PathEntry = {
    seq: chat.nextSeq,
    role: 'user',
    speakerId: null,
    text: said,
    tokens,
    ...(pictures && { imageIds: pictures.ids }),
  }
  if (isAnswered && wantedSpeaker !== null && !speakerOfMessage(loadedCard, wantedSpeaker))
    throw new AppError('NotFound')
  const plan = isAnswered ? planReplies(context, { text: frame.text, seq: own.seq }, wantedSpeaker) : null
  const isOpened = plan !== null && services.replies.find(frame.chat_id) === null
  return {
    own,
    text: frame.text,
    pictures,
    clientId: frame.client_id,
    wantedSpeaker,
    plan,
    entry: writer.entry,
    isOpened,
  }
}

async function publishSaved(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: SendFrame,
  saved: SavedTurn,
): Promise<void> {
  const { personId } = caller.identity
  services.recentTurns.recordSent(personId, frame.client_id)
  if (saved.wallet) services.recentTurns.recordBalance(personId, saved.wallet.message_num)
  await publishTurn(services, caller, frame, saved)
  publishChat(services, saved)
}

/** The ack goes to the sending tab, the messages to every device. */
async function publishTurn(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: SendFrame,
  saved: SavedTurn,
): Promise<void> {
  const {
    forReader: { card },
    message: row,
    reply,
  } = saved
  const views = row.pictures ? await loadPictureViews(services, services.database, row.pictures) : null
  const attachments = (row.pictures ?? []).flatMap((id) => views?.get(id) ?? [])
  const message = messageView(row, card, true, [row.seq], { attachments })
  caller.reply({ type: 'ack', client_id: frame.client_id, message })
  const { personId } = saved.chat
  services.live.publishToPerson(personId, { type: 'message.created', message })
  if (reply)
    services.live.publishToPerson(personId, {
      type: 'message.created',
      message: messageView(reply, card, true, [reply.seq]),
    })
}

function publishChat(services: ChatServices, { chat, forReader, wallet }: SavedTurn): void {
  publishChange(services, chat, forReader.card)
  if (wallet) services.live.publishToPerson(chat.personId, { type: 'wallet.updated', wallet })
}

/** Sends the first ack again, built from what is stored now. */
async function resendAck(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: SendFrame,
  earlier: MessageRow,
): Promise<void> {
  const isSame = earlier.text === frame.text && hasSamePictures(earlier.pictures, frame.attachments)
  if (earlier.chatId !== frame.chat_id || !(isSame || earlier.deleted)) throw new AppError('Conflict')
  const { chat, loadedCard } = await loadVisibleChat(services, caller, earlier.chatId)
  const active = !earlier.deleted && (await isOnPath(services.database, chat.id, chat.leafSeq, earlier.seq))
  const [message] = await messageViews(services, [earlier], loadedCard.card, () => active)
  caller.reply({ type: 'ack', client_id: frame.client_id, message: message as Message }) // one row gives one view
}
