import { answerAwaiting, type BegunReply } from './answer-awaiting.ts'
import { finishAtOnce } from './finish-at-once.ts'
import { finishReply, type ReplyOutcome } from './finish-reply.ts'
import { finishInRound } from './groups/finish-in-round.ts'
import { type LiveReply, ReplyStopped } from './live-replies.ts'
import type { ChatServices } from './services.ts'

/** Ends a reply in the database; gives the one that follows it, begun, if any. Call it in the chat's turn. */
export async function endReply(
  services: ChatServices,
  begun: BegunReply,
  live: LiveReply,
  outcome: ReplyOutcome,
): Promise<BegunReply | null> {
  const { opened, round, chargeKeys } = begun
  if (round) {
    const following = await finishInRound(services, { ...begun, round }, live, outcome)
    if (following) return following
  } else {
    if (await finishAtOnce(services, begun, live, outcome)) return null
    await finishReply(services, opened.setting, live, outcome, chargeKeys)
  }
  const { reason } = opened.abort.signal
  const isShuttingDown = reason instanceof ReplyStopped && reason.by === 'shutdown'
  return isShuttingDown ? null : answerAwaiting(services, opened.setting, live.chatId)
}
