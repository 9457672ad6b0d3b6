import { excessOfEdit } from '@everkin/contract/edit-limit.ts'
import type { ClientFrame, Message } from '@everkin/contract/types.ts'
import { AppError, invalidInput } from '../../../platform/app-error.ts'
import type { RealtimeCaller } from '../../../platform/realtime/frame-receiver.ts'
import { countTokens } from '../../models/module.ts'
import { isCrisisText } from '../../safety/module.ts'
import { changeChat, loadOwnMessage, publishChange, publishUpdated, reloadMessage } from '../context/change-chat.ts'
import type { ChatContext } from '../context/chat-context.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import { leaveVariant } from '../context/switch-branch.ts'
import { messageViews, speakerOf } from '../context/views.ts'
import { assertNoGeneration } from '../generation/generation-store.ts'
import { replyAfter } from '../generation/reply-after.ts'
import { planReplies } from '../generation/speaker-queue.ts'
import { describePictures } from '../pictures/describe-pictures.ts'
import { previewOf } from '../rules.ts'
import { removeFromIndex } from '../search/update-index.ts'
import type { ChatServices } from '../services.ts'
import type { ChatRow } from '../store/chat-store.ts'
import { messageId } from '../store/message-id.ts'
import { isOnPath, loadPath } from '../store/message-path.ts'
import type { MessageRow } from '../store/message-row.ts'
import { insertMessage, loadSkipPointers, type NewMessage, updateMessage } from '../store/message-store.ts'
import { saidText } from '../store/said-text.ts'
import { checkRewrittenReply, checkWrittenText, reloadAfterMinorSignal } from './check-written-text.ts'
import { type CrisisHelp, withCrisisHelp } from './crisis-notice.ts'

type EditFrame = Extract<ClientFrame, { type: 'message.edit' }>

/**
 * Changes a message's text in place; what was remembered of the old text is forgotten. If a person's own text becomes a
 * crisis message, the help lines are shown (C1).
 * @throws AppError NotFound, InvalidInput (too long), Conflict (it is being written), NotAllowed (it is withheld),
 * SafetyStop.
 */
export async function editMessage(services: ChatServices, caller: RealtimeCaller, frame: EditFrame): Promise<void> {
  await withCrisisHelp(services, caller, frame, (help) =>
    services.lock.take(frame.chat_id, () => storeEdit(services, caller, frame, help)),
  )
}

async function storeEdit(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: EditFrame,
  help: CrisisHelp | null,
): Promise<void> {
  const before = await loadChatContext(services, caller, frame.chat_id)
  const old = await loadOwnMessage(services, before, frame.message_id)
  if (old.role !== 'user') help?.withdraw()
  assertNotTooLong(frame.text, old)
  const context = old.role === 'user' ? await loadAfterMinorSignal(services, caller, before, frame) : before
  assertCanEdit(old)
  const { rows } = await loadPath(services.database, context.chat.id, old.parentSeq, { limit: 4 })
  const read = { context, path: rows }
  if (old.role === 'user') {
    await checkWrittenText(services, read, frame.text, { isCrisis: help !== null, isSave: true })
    await checkUnseenPictures(services, context, old, help !== null)
  } else await checkRewrittenReply(services, read, frame.text)
  const isReworded = frame.text !== old.text
  const { chat, result } = await changeChat(services, context.person.id, context.chat.id, async (locked) => {
    const current = await reloadMessage(locked, old.seq)
    assertCanEdit(current)
    const said = saidText({ ...current, text: frame.text })
    const tokens = countTokens(said)
    const change = { ...current, text: frame.text, tokens, isCutOff: false, rev: locked.nextRev() }
    const row = await updateMessage(locked.tx, locked.chat.id, old.seq, change)
    await removeFromIndex(locked.tx, locked.chat.id, [old.seq])
    if (isReworded) await services.memory.rereadMessage(locked.tx, locked.chat, old.seq, { keepsOwn: true })
    if (row.seq === locked.chat.leafSeq && locked.chat.lastMessage) locked.chat.lastMessage.text = previewOf(said)
    return { row, active: await isOnPath(locked.tx, locked.chat.id, locked.chat.leafSeq, row.seq) }
  })
  if (isReworded) services.bus.publish({ kind: 'memory_changed', chatId: chat.id, hasOnlyGrown: false })
  const { row, active: isActive } = result
  await publishUpdated(services, chat, context.forReader.card, { rows: [row], isActive })
  await help?.show(messageId(chat.id, row.seq))
}

/** @throws AppError Conflict (it is being written), NotAllowed (it is withheld). */
function assertCanEdit({ status, restriction }: MessageRow): void {
  if (status === 'streaming') throw new AppError('Conflict')
  if (restriction) throw new AppError('NotAllowed')
}

/** @throws AppError InvalidInput. */
function assertNotTooLong(text: string, old: MessageRow): void {
  if (excessOfEdit(text, old.text.length) > 0) throw invalidInput('text', 'too_long')
}

/**
 * Adds a variant with another text. It becomes active, and the old message keeps what followed it. A person's own new
 * text is answered, which costs the same as sending; a character's message is not.
 * @throws AppError NotFound, InvalidInput (too long), NotAllowed (it is withheld), Conflict (a reply is under way),
 * SafetyStop, NoMessagesLeft: the variant is then stored without a reply.
 */
export async function branchMessage(services: ChatServices, caller: RealtimeCaller, frame: EditFrame): Promise<void> {
  await withCrisisHelp(services, caller, frame, (help) =>
    services.lock.take(frame.chat_id, () => storeBranch(services, caller, frame, help)),
  )
}

async function storeBranch(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: EditFrame,
  help: CrisisHelp | null,
): Promise<void> {
  const before = await loadChatContext(services, caller, frame.chat_id)
  const old = await loadOwnMessage(services, before, frame.message_id)
  if (old.role !== 'user') help?.withdraw()
  assertNotTooLong(frame.text, old)
  if (old.restriction) throw new AppError('NotAllowed')
  if (old.role !== 'user') return saveVersion(services, before, old, frame.text)
  const context = await loadAfterMinorSignal(services, caller, before, frame)
  const { rows } = await loadPath(services.database, context.chat.id, old.parentSeq, { limit: 4 })
  await checkWrittenText(services, { context, path: rows }, frame.text, { isCrisis: help !== null, isSave: true })
  await checkUnseenPictures(services, context, old, help !== null)
  const { chat, row, message } = await storeVariant(services, context, old, {
    text: frame.text,
    senderId: context.person.id,
  })
  if (help) return help.show(message.id)
  const plan = planReplies({ ...context, chat }, { text: frame.text, seq: row.seq })
  if (plan) await replyAfter(services, { ...context, chat }, { parentSeq: row.seq, cause: 'reply_branched', plan })
}

/** Stores the text that a person gives to a character's message beside the old one, without a reply. */
async function saveVersion(services: ChatServices, context: ChatContext, old: MessageRow, text: string): Promise<void> {
  const { rows } = await loadPath(services.database, context.chat.id, old.parentSeq, { limit: 4 })
  await checkRewrittenReply(services, { context, path: rows }, text)
  const { speakerId, voiceDemo, hidden, attached } = old
  await storeVariant(services, context, old, { text, speakerId, voiceDemo, hidden, attached })
}

/**
 * Stores a variant of a message, with its pictures, as the new end of the active path, and publishes it.
 * @throws AppError Conflict: a reply is under way; NotFound.
 */
async function storeVariant(
  services: ChatServices,
  context: ChatContext,
  old: MessageRow,
  fields: Pick<NewMessage, 'senderId' | 'speakerId' | 'voiceDemo' | 'hidden' | 'attached'> & { text: string },
): Promise<{ chat: ChatRow; row: MessageRow; message: Message }> {
  const { card } = context.forReader
  const { chat, result: row } = await changeChat(services, context.person.id, context.chat.id, async (locked) => {
    const { tx, now } = locked
    await reloadMessage(locked, old.seq)
    await assertNoGeneration(tx, locked.chat.id)
    await leaveVariant(locked, old.parentSeq)
    const seq = locked.nextSeq()
    const said = saidText({ ...old, text: fields.text })
    const { parentSeq, role, pictures, pictureText } = old
    const place = { chatId: locked.chat.id, seq, parentSeq, rev: locked.nextRev() }
    const inserted = await insertMessage(
      tx,
      { ...fields, ...place, role, tokens: countTokens(said), pictures, pictureText, createdAt: now },
      await loadSkipPointers(tx, locked.chat.id, parentSeq),
    )
    locked.chat.leafSeq = seq
    locked.chat.updatedAt = now
    locked.chat.lastMessage = {
      role,
      speaker_name: role === 'user' ? null : (speakerOf(old.speakerId, card)?.name ?? null),
      text: previewOf(said),
      created_at: now.toISOString(),
    }
    return inserted
  })
  const [message] = await messageViews(services, [row], card, () => true)
  if (!message) throw new Error('a stored message has no view')
  publishChange(services, chat, card, [{ type: 'message.created', message }])
  return { chat, row, message }
}

/**
 * No model has looked at the pictures of a crisis message. If its new text is none, one looks now, before a character
 * can be shown them.
 * @throws AppError as `describePictures`.
 */
async function checkUnseenPictures(
  services: ChatServices,
  context: ChatContext,
  old: MessageRow,
  isCrisis: boolean,
): Promise<void> {
  if (!isCrisis && old.pictures?.length && isCrisisText(old.text))
    await describePictures(services, context, old.pictures)
}

/** The chat as it is after the text was read for a sign that its writer is under 18. */
async function loadAfterMinorSignal(
  services: ChatServices,
  caller: RealtimeCaller,
  before: ChatContext,
  { chat_id, text }: EditFrame,
): Promise<ChatContext> {
  const reload = () => loadChatContext(services, caller, chat_id)
  return (await reloadAfterMinorSignal(services, before, text, reload)) ?? before
}
