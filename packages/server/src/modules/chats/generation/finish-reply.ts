import type { ReplyFault, ServerFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import { refundGuest } from '../../accounts/module.ts'
import { countTokens } from '../../models/module.ts'
import { recordVerdict, type Verdict } from '../../safety/module.ts'
import { refund } from '../../wallet/module.ts'
import { changeChat, type LockedChat, publishChange } from '../context/change-chat.ts'
import { hasAddedNothing, type LiveReply } from '../context/live-replies.ts'
import { blockedNotice } from '../context/safety-notices.ts'
import { messageViews, speakerOf } from '../context/views.ts'
import { previewOf } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import { messageId } from '../store/message-id.ts'
import { isOnPath } from '../store/message-path.ts'
import type { MessageRow } from '../store/message-row.ts'
import { findMessage, updateMessage } from '../store/message-store.ts'
import { entryOf } from '../store/path-cache.ts'
import { endGeneration } from './generation-store.ts'
import type { OpenedReply } from './open-reply.ts'
import { albumItemsFor, type ReplyContext } from './reply-context.ts'
import { reasoningOf } from './reply-reasoning.ts'
import { countReplyUsage, recordReplyUsage } from './reply-usage.ts'

export interface ReplyOutcome {
  status: 'complete' | 'stopped' | 'failed'
  /** A complete reply that the model ended at the length limit. */
  isCutOff?: boolean
  /** The moderation verdict if the reply was blocked; the reply is then free. */
  verdict: Verdict | null
  /** The cause of a failure, where it is known. */
  fault?: ReplyFault | null
  /** The hit for which what the model thought is hidden. The reply itself is not affected. */
  reasoningVerdict?: Verdict | null
}

/**
 * Ends a reply in the database: stores the final text and status, and refunds a reply that failed, was blocked or has
 * added nothing. Devices are notified after the commit.
 */
export async function finishReply(
  services: ChatServices,
  opened: Pick<OpenedReply, 'replyContext' | 'entry'>,
  live: LiveReply,
  outcome: ReplyOutcome,
): Promise<void> {
  const { replyContext } = opened
  let revBefore = 0
  const changed = await changeChat(services, live.personId, live.chatId, async (locked) => {
    revBefore = locked.chat.rev
    const chargeKeys = await endGeneration(locked.tx, live.chatId, live.seq, services.processId)
    if (!chargeKeys) return null
    if (!(await findMessage(locked.tx, live.chatId, live.seq))) {
      // It was deleted while it was written.
      if (isFree(live, outcome)) await refundCharges(locked, chargeKeys)
      return null
    }
    const items = albumItemsFor(replyContext, live.text)
    const usage = await recordReplyUsage(locked.tx, opened, live, locked.now)
    return settleReply(replyContext, locked, live, { outcome, chargeKeys, items, usage, modelId: opened.entry.id })
  }).catch(nullIfDeleted)
  if (!changed?.result) return
  countReplyUsage(services, live)
  const { chat, result } = changed
  if (chat.leafSeq === live.seq) services.paths.append(chat, { rev: revBefore, leafSeq: live.seq }, entryOf(result.row))
  await publishFinished(services, replyContext, chat.leafSeq, result)
  publishChange(services, chat, replyContext.forReader.card)
}

/** Returns null for NotFound: the chat may have been erased with its owner while the reply was written. */
export function nullIfDeleted(error: unknown): null {
  if (error instanceof AppError && error.errorName === 'NotFound') return null
  throw error
}

export interface SettledReply {
  row: MessageRow
  verdict: Verdict | null
}

/** How a reply ended, and what is known of it besides its text. */
interface Settlement {
  outcome: ReplyOutcome
  /** The charges that it pays for. They are refunded if it is free. */
  chargeKeys: readonly string[]
  /** Album items that come with it. */
  items?: readonly string[]
  usage?: MessageRow['usage']
  modelId?: string | null
  /** False if another reply to the same message has been given, or follows: a guest then gets nothing back. */
  givesBack?: boolean
}

/** The part inside the transaction; also used for the replies of processes that died. */
export async function settleReply(
  replyContext: Pick<ReplyContext, 'forReader'>,
  locked: LockedChat,
  live: Pick<LiveReply, 'seq' | 'text' | 'lengthBefore' | 'reasoning' | 'reasoningMs'>,
  { outcome, chargeKeys, items = [], usage = null, modelId = null, givesBack = true }: Settlement,
): Promise<SettledReply> {
  const { seq, text } = live
  const { tx, chat, now } = locked
  const attached = outcome.status === 'complete' && text.trim() !== '' ? items : []
  chat.attached = [...chat.attached, ...attached]
  const row = await updateMessage(tx, chat.id, seq, {
    text,
    tokens: countTokens(text),
    status: outcome.status,
    fault: outcome.fault ?? null,
    isCutOff: outcome.status === 'complete' && outcome.isCutOff === true,
    rev: locked.nextRev(),
    attached,
    ...reasoningOf(live),
    usage,
    modelId: usage && modelId,
  })
  if (isFree(live, outcome)) await refundCharges(locked, chargeKeys)
  // A guest gets no refund for a reply that they stopped, or stopping would make replies unlimited. One that the rules
  // stopped is refunded.
  if (givesBack && (outcome.status === 'failed' || outcome.verdict !== null)) await refundGuest(tx, chat.personId)
  const ref = { id: messageId(chat.id, seq), personId: chat.personId }
  for (const verdict of [outcome.verdict, outcome.reasoningVerdict])
    if (verdict) await recordVerdict(tx, { surface: 'model_reply', ref, verdict, now })
  if (await isOnPath(tx, chat.id, chat.leafSeq, seq)) updateLastMessage(locked, replyContext.forReader, row)
  return { row, verdict: outcome.verdict }
}

/** Whether a reply costs nothing: it failed, was blocked or has added nothing. */
function isFree(live: Pick<LiveReply, 'text' | 'lengthBefore'>, { status, verdict }: ReplyOutcome): boolean {
  return status === 'failed' || verdict !== null || hasAddedNothing(live)
}

/** Updates the newest message in the chat list. A finished reply is unread until a device marks it as read. */
function updateLastMessage(locked: LockedChat, { card }: ReplyContext['forReader'], row: MessageRow): void {
  if (row.text.trim() === '') return
  locked.chat.lastMessage = {
    role: row.role,
    speaker_name: speakerOf(row.speakerId, card)?.name ?? null,
    text: previewOf(row.text),
    created_at: row.createdAt.toISOString(),
  }
  locked.chat.unread += 1
  locked.chat.updatedAt = locked.now
}

/**
 * Publishes how a reply ended: the message, then the reason for a stop. A refund was published with its transaction.
 */
export async function publishFinished(
  services: ChatServices,
  replyContext: Pick<ReplyContext, 'forReader' | 'person'>,
  leafSeq: number,
  settled: SettledReply,
): Promise<void> {
  const { row } = settled
  const active = await isOnPath(services.database, row.chatId, leafSeq, row.seq)
  const [message] = await messageViews(services, [row], replyContext.forReader.card, () => active)
  const frames: ServerFrame[] = []
  if (message) frames.push({ type: 'message.completed', message })
  if (message && settled.verdict) frames.push(blockedNotice(services, replyContext.forReader.locale, message))
  for (const frame of frames) services.live.publishToPerson(replyContext.person.id, frame)
}

/** Gives back charges of replies, by the keys of their transfers. */
export async function refundCharges(
  { tx, now }: Pick<LockedChat, 'tx' | 'now'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) await refund(tx, { key, now, cause: 'reply_refund' })
}
