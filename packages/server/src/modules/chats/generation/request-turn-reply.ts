import { flushStatement } from '../../../platform/event-loop.ts'
import { inSpan } from '../../../platform/tracing/span.ts'
import type { ReplyWriter } from '../context/chat-context.ts'
import { ReplyStopped, reserveReply } from '../context/live-replies.ts'
import type { ChatServices } from '../services.ts'
import type { MessageRow } from '../store/message-row.ts'
import { abandonReply, openReply } from './open-reply.ts'
import { failUnwrittenReply } from './recover-replies.ts'
import { loadReplyContext } from './reply-context.ts'
import type { ReplyPlan } from './speaker-queue.ts'
import { streamReply } from './stream-reply.ts'
import type { NewTurn, Turn } from './turn-repository.ts'

/** A reply that is requested from the model while the message it answers is being stored. */
export interface RequestedReply {
  /**
   * Writes the reply, which is stored as begun in `row`. If the model could not be asked, the reply fails and is refunded;
   * if it was stopped before, it ends as stopped. Call it while holding the chat's lock.
   */
  write(row: MessageRow): Promise<void>
  /** Ends the request: the message was not stored, or another reply is under way. */
  cancel(reason?: unknown): void
}

/**
 * Reserves the reply to a message, builds its prompt and asks the model. Call it right before `saveTurn`: none of this
 * uses the processor before the statement has been sent (docs/decisions/0094).
 */
export function requestTurnReply(
  services: ChatServices,
  { context, path }: Turn,
  { own, plan }: { own: NewTurn['own']; plan: ReplyPlan },
  writer: ReplyWriter,
): RequestedReply {
  const { chat, person, loadedCard } = context
  const abort = new AbortController()
  const row = { chatId: chat.id, seq: own.seq + 1, text: '', reasoning: null, reasoningMs: null }
  const reserved = reserveReply(services.replies, { row, person, loadedCard, abort })
  const ask = async () => {
    await flushStatement()
    const place = { path: [...path, own], speakerId: plan.speakerId, writer }
    const loading = inSpan('recall', () => loadReplyContext(services, context, place))
    return openReply(services, await unlessAborted(loading, abort.signal), abort)
  }
  const asked = ask().catch((error: unknown) => {
    if (!abort.signal.aborted) services.log.error({ error }, 'a model could not be asked for a reply')
    return null
  })
  return {
    async write(row) {
      const opened = await asked
      if (opened)
        return streamReply(services, { opened, row, speakerQueue: plan.speakerQueue, siblings: [row.seq] }, reserved)
      await failUnwrittenReply(services, row, abort.signal.reason instanceof ReplyStopped ? 'stopped' : 'failed')
        .catch((error: unknown) => services.log.error({ error }, 'a reply could not be ended; recovery will end it'))
        .finally(reserved.release)
    },
    cancel(reason = new Error('not needed')) {
      abort.abort(reason)
      void asked.then((opened) => opened && abandonReply(opened, reason))
      reserved.release()
    },
  }
}

/** The result of `work`, or the reason of the abort as soon as that comes. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
