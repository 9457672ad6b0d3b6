import { countTokens } from '../../models/module.ts'
import { changeChat, publishChange } from '../context/change-chat.ts'
import { type LiveReply, ReplyStopped } from '../context/live-replies.ts'
import { reloadChatContext } from '../context/load-chat-context.ts'
import { membersOf } from '../context/participants.ts'
import type { ChatServices } from '../services.ts'
import { findMessage } from '../store/message-store.ts'
import { entryOf } from '../store/path-cache.ts'
import { nullIfDeleted, publishFinished, type ReplyOutcome, refundCharges, settleReply } from './finish-reply.ts'
import { endGeneration } from './generation-store.ts'
import { abandonReply, type OpenedReply, openReply } from './open-reply.ts'
import { albumItemsFor, loadReplyContext } from './reply-context.ts'
import { countReplyUsage, recordReplyUsage } from './reply-usage.ts'
import { advanceQueue, nextSpeaker, type SpeakerQueue } from './speaker-queue.ts'
import { publishStarted, type StartedReply, startReply } from './start-reply.ts'

type GroupReply = StartedReply & { speakerQueue: SpeakerQueue }

/**
 * Ends one reply of a group's speaker queue and begins the next in one transaction, so that after a crash exactly one
 * of them is being written. The whole queue costs as much as its message, and is refunded with the last reply if no
 * member said anything. The queue ends when a person or moderation stopped it, or when a new message arrived.
 */
export async function finishGroupReply(
  services: ChatServices,
  started: GroupReply,
  live: LiveReply,
  outcome: ReplyOutcome,
): Promise<StartedReply | null> {
  const { replyContext } = started.opened
  const next = await openNext(services, started, live, outcome)
  const hasSaid = started.speakerQueue.hasSaid || shouldContinue(live, outcome)
  try {
    let revBefore = 0
    const changed = await changeChat(services, live.personId, live.chatId, async (locked) => {
      revBefore = locked.chat.rev
      const charged = await endGeneration(locked.tx, live.chatId, live.seq, services.processId)
      if (!charged) return null
      if (!(await findMessage(locked.tx, live.chatId, live.seq))) {
        // It was deleted while it was written.
        if (!hasSaid) await refundCharges(locked, charged)
        return null
      }
      const goesOn = next !== null && locked.chat.leafSeq === live.seq
      const refundable = hasSaid || goesOn ? [] : charged
      const settled = await settleReply(replyContext, locked, live, {
        outcome,
        chargeKeys: refundable,
        items: albumItemsFor(replyContext, live.text),
        usage: await recordReplyUsage(locked.tx, started.opened, live, locked.now),
        modelId: started.opened.entry.id,
        givesBack: !hasSaid && !goesOn,
      })
      if (!goesOn) return { settled, row: null }
      const row = await startReply(services, locked, {
        entry: next.opened.replyContext.writer.entry,
        parentSeq: live.seq,
        speakerId: next.speakerId,
        chargeKeys: hasSaid ? [] : charged,
      })
      return { settled, row }
    }).catch(nullIfDeleted)
    const { settled, row } = changed?.result ?? { settled: null, row: null }
    if (!row && next) abandonReply(next.opened)
    if (!changed || !settled) return null
    countReplyUsage(services, live)
    const { chat } = changed
    if (row || chat.leafSeq === live.seq)
      services.paths.append(chat, { rev: revBefore, leafSeq: live.seq }, entryOf(settled.row))
    await publishFinished(services, replyContext, chat.leafSeq, settled)
    if (!row || !next) {
      publishChange(services, chat, replyContext.forReader.card)
      return null
    }
    await publishStarted(services, chat, next.opened.replyContext.forReader, row)
    return { opened: next.opened, row, speakerQueue: next.speakerQueue, siblings: [row.seq] }
  } catch (error) {
    if (next) abandonReply(next.opened, error)
    throw error
  }
}

/** Whether a reply counts. One that failed, was blocked or is empty costs nothing. */
function shouldContinue(live: LiveReply, { status, verdict }: ReplyOutcome): boolean {
  return status !== 'failed' && verdict === null && live.text.trim() !== ''
}

/** Asks the model for the next reply of the queue, whose prompt includes this one; null when the queue is over. */
async function openNext(
  services: ChatServices,
  { opened, row, speakerQueue }: GroupReply,
  live: LiveReply,
  outcome: ReplyOutcome,
): Promise<{ opened: OpenedReply; speakerId: string; speakerQueue: SpeakerQueue } | null> {
  if (outcome.verdict) return null
  const { reason } = opened.abort.signal
  if (reason instanceof ReplyStopped && reason.by !== 'rules') return null
  const { replyContext } = opened
  const context = await reloadChatContext(services, replyContext, live.chatId)
  if (!context || context.chat.leafSeq !== live.seq || row.speakerId === null) return null
  const { chat, loadedCard } = context
  const members = membersOf(loadedCard, chat.muted)
  const hasSaid = shouldContinue(live, outcome)
  const next = nextSpeaker(
    advanceQueue(speakerQueue, members, { speakerId: row.speakerId, text: live.text, hasSaid }),
    members,
  )
  if (!next) return null
  const said = { seq: live.seq, role: 'character' as const, speakerId: row.speakerId, text: live.text }
  // Messages may have been hidden or edited meanwhile.
  const before = (await services.paths.read(services.database, chat)).filter(({ seq }) => seq !== live.seq)
  const path = [...before, { ...said, tokens: countTokens(live.text) }]
  const place = { path, speakerId: next.speakerId }
  return { opened: openReply(services, await loadReplyContext(services, context, place)), ...next }
}
