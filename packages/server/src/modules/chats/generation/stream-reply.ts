import { inBackground } from '../../../platform/db/connection-gate.ts'
import { inSpan } from '../../../platform/tracing/span.ts'
import { claimsToBeHumanAfter } from '../context/human-claims.ts'
import { type LiveReply, ReplyStopped, type ReservedReply, reserveReply } from '../context/live-replies.ts'
import { aiReminder } from '../context/safety-notices.ts'
import { speakerOf } from '../context/views.ts'
import type { ChatServices } from '../services.ts'
import { messageId } from '../store/message-id.ts'
import { finishFastPath } from './finish-fast-path.ts'
import { finishGroupReply } from './finish-group-reply.ts'
import { finishReply, type ReplyOutcome } from './finish-reply.ts'
import { waitToEnd } from './reply-pace.ts'
import { replyToQueued } from './reply-to-queued.ts'
import type { StartedReply } from './start-reply.ts'
import { streamParts } from './stream-parts.ts'

/**
 * Writes a reply to its end: moderates the model's text, sends it as deltas, saves it twice a second, finishes it in
 * the database, and answers the messages that arrived meanwhile. The reply belongs to the chat, not to a socket: it
 * continues when the reader disconnects. A reply that was reserved before it was stored brings its reservation.
 */
export function streamReply(
  services: ChatServices,
  started: StartedReply,
  reserved: ReservedReply = reserveFor(services, started),
): void {
  const write = async () => {
    let next: ReplyStream | null = { started, ...reserved }
    while (next) next = await streamOne(services, next)
  }
  write().catch((error: unknown) =>
    services.log.error({ error }, 'a reply could not be finished; recovery will end it'),
  )
}

type ReplyStream = ReservedReply & { started: StartedReply }

function reserveFor(services: ChatServices, { opened: { abort, replyContext }, row }: StartedReply): ReservedReply {
  const { person, loadedCard } = replyContext
  return reserveReply(services.replies, { row, person, loadedCard, abort })
}

async function streamOne(services: ChatServices, { started, live, release }: ReplyStream): Promise<ReplyStream | null> {
  const saving = services.checkpoints.watch(live)
  try {
    const outcome = await streamParts(services, started.opened, live)
    await saving.stop()
    await waitToEnd()
    services.replyMetrics.countReply(outcome.status, live.used)
    return await services.lock.take(live.chatId, async () => {
      const following = await inBackground(() => inSpan('finish', () => endReply(services, started, live, outcome)))
      services.replies.remove(live)
      correctHumanClaim(services, started, live)
      if (outcome.status === 'complete' && !outcome.verdict && live.text.trim() !== '') publishEnded(services, started)
      const { chatId, seq, personId } = live
      const { memory, person } = started.opened.replyContext
      // Nothing is remembered of a guest.
      if (person.guestMessagesLeft === null) services.memory.onReplyEnded({ chatId, seq, personId, used: memory })
      // Reserved at once: between two replies of a queue, too, there must be one that can be stopped.
      return following && { started: following, ...reserveFor(services, following) }
    })
  } finally {
    await saving.stop()
    release()
  }
}

/**
 * Sends the AI notice for a reply that claims to be human (H2). The next prompt says so too. Devices that load the reply
 * later read it from the message (`claims_human`).
 */
function correctHumanClaim(services: ChatServices, { opened: { replyContext } }: StartedReply, live: LiveReply): void {
  if (!claimsToBeHumanAfter(replyContext.path, live.text.slice(live.lengthBefore))) return
  const notice = aiReminder(services, replyContext.forReader.locale, live.chatId, messageId(live.chatId, live.seq))
  services.live.publishToPerson(live.personId, notice)
}

function publishEnded(services: ChatServices, { opened: { replyContext }, row }: StartedReply): void {
  const { person, chatId, forReader, isProactive } = replyContext
  const speakerName = speakerOf(row.speakerId, forReader.card)?.name ?? forReader.card.name
  services.onReply({ personId: person.id, chatId, seq: row.seq, speakerName, isProactive })
}

/** Ends a reply in the database. Returns the next reply, already begun, if any. Call it while holding the chat lock. */
async function endReply(
  services: ChatServices,
  started: StartedReply,
  live: LiveReply,
  outcome: ReplyOutcome,
): Promise<StartedReply | null> {
  const { opened, speakerQueue } = started
  if (speakerQueue) {
    const following = await finishGroupReply(services, { ...started, speakerQueue }, live, outcome)
    if (following) return following
  } else {
    if (await finishFastPath(services, started, live, outcome)) return null
    await finishReply(services, opened, live, outcome)
  }
  const { reason } = opened.abort.signal
  const isShuttingDown = reason instanceof ReplyStopped && reason.by === 'shutdown'
  return isShuttingDown ? null : replyToQueued(services, opened.replyContext, live.chatId)
}
