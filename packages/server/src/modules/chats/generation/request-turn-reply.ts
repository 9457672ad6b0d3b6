import { letStatementGo } from '../../../platform/event-loop.ts'
import { inSpan } from '../../../platform/tracing/span.ts'
import { reserveReply } from '../context/active-replies.ts'
import type { ReplyWriter } from '../context/chat-context.ts'
import type { ChatServices } from '../services.ts'
import type { MessageRow } from '../store/message-store.ts'
import { openReply } from './open-reply.ts'
import { failReply } from './recover-replies.ts'
import { loadReplyContext } from './reply-context.ts'
import type { ReplyPlan } from './speaker-queue.ts'
import { streamReply } from './stream-reply.ts'
import type { NewTurn, Turn } from './turn-repository.ts'

/** A reply that is requested from the model while the message it answers is being stored. */
export interface RequestedReply {
  /**
   * Writes the reply, which is stored as begun in `row`. If the model could not be asked, the reply fails and is refunded.
   * Call it while holding the chat's lock.
   */
  write(row: MessageRow): Promise<void>
  /** Ends the request: the message was not stored, or another reply is under way. */
  cancel(reason?: unknown): void
}

/**
 * Reserves the reply to a message, builds its prompt and asks the model. Call it right before `saveTurn`: nothing of this
 * takes the processor before the statement has been sent (docs/decisions/0094).
 */
export function requestTurnReply(
  services: ChatServices,
  { context, path }: Turn,
  { own, plan }: { own: NewTurn['own']; plan: ReplyPlan },
  writer: ReplyWriter,
): RequestedReply {
  const { chat, person, ready } = context
  const abort = new AbortController()
  const row = { chatId: chat.id, seq: own.seq + 1, text: '', reasoning: null, reasoningMs: null }
  const reserved = reserveReply(services.replies, { row, person, ready, abort })
  let isCancelled = false
  const ask = async () => {
    await letStatementGo()
    if (isCancelled) return null
    const place = { path: [...path, own], speakerId: plan.speakerId, writer }
    const replyContext = await inSpan('recall', () => loadReplyContext(services, context, place))
    return openReply(services, replyContext, abort)
  }
  const asked = ask().catch((error: unknown) => {
    services.log.error({ error }, 'a model could not be asked for a reply')
    return null
  })
  return {
    async write(row) {
      const opened = await asked
      if (opened) return streamReply(services, { opened, row, round: plan.round, siblings: [row.seq] }, reserved)
      await failReply(services, row)
        .catch((error: unknown) => services.log.error({ error }, 'a reply could not be ended; recovery will end it'))
        .finally(reserved.release)
    },
    cancel(reason = new Error('not needed')) {
      isCancelled = true
      abort.abort(reason)
      reserved.release()
    },
  }
}
