import { inSpan } from '../../../platform/tracing/span.ts'
import type { ReplyWriter } from '../context/chat-context.ts'
import { type OpenedReply, openReply } from '../generation/open-reply.ts'
import { loadReplyContext } from '../generation/reply-context.ts'
import type { NewTurn, Turn } from '../generation/turn-repository.ts'
import type { ChatServices } from '../services.ts'

/** A reply that is requested from the model while its message is being stored. */
export interface PendingReply {
  /** Null when the prompt could not be built, which is logged. */
  opened(): Promise<OpenedReply | null>
  /** Ends the request: the message was not stored, or it waits. */
  cancel(reason?: unknown): void
}

/**
 * Asks the model for the reply to a message. Never throws. The statement that stores the message, sent in the same tick,
 * reaches the database first: building a prompt takes the processor.
 */
export function askModel(services: ChatServices, turn: Turn, added: NewTurn, writer: ReplyWriter): PendingReply {
  const opening = open(services, turn, added, writer).catch((error: unknown) => {
    services.log.error({ error }, 'the prompt of a reply could not be built')
    return null
  })
  return {
    opened: () => opening,
    cancel: (reason = new Error('not needed')) => {
      void opening.then((opened) => opened?.abort.abort(reason))
    },
  }
}

async function open(
  services: ChatServices,
  { context, path }: Turn,
  { own, plan }: NewTurn,
  writer: ReplyWriter,
): Promise<OpenedReply> {
  const place = { path: [...path, own], ...(plan && { speakerId: plan.speakerId }), writer }
  await new Promise<void>((resolve) => process.nextTick(resolve))
  return openReply(services, await inSpan('recall', () => loadReplyContext(services, context, place)))
}
