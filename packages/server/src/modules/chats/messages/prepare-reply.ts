import type { ClientFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { RealtimeCaller } from '../../../platform/realtime/frame-receiver.ts'
import type { Person } from '../../accounts/module.ts'
import type { ModelEntry, PromptMessage } from '../../models/module.ts'
import { assertCanPayTurn } from '../context/charge-message.ts'
import type { ReplyWriter } from '../context/chat-context.ts'
import { findWriter } from '../context/reply-writer.ts'
import { buildReplyPrompt } from '../generation/open-reply.ts'
import { loadReplyContext } from '../generation/reply-context.ts'
import { planReplies } from '../generation/speaker-queue.ts'
import { loadTurn, type Turn } from '../generation/turn-repository.ts'
import type { ChatServices } from '../services.ts'
import type { PathEntry } from '../store/path-cache.ts'

type PrepareFrame = Extract<ClientFrame, { type: 'generation.prepare' }>

/** A person begins a message every few seconds at most. */
const PER_MINUTE = { max: 20, windowMs: MINUTE_MS }

/**
 * Gets ready to answer a message that the person has begun to write: loads the chat and its memories into the caches,
 * and lets the model prepare (docs/decisions/0110). Stores and charges nothing. A turn that could not be paid, or that
 * comes while a reply is being written, is not prepared.
 * @throws AppError NotSignedIn, AgeNotOpen, NotFound.
 */
export async function prepareReply(services: ChatServices, caller: RealtimeCaller, frame: PrepareFrame): Promise<void> {
  const turn = await loadTurn(services, caller, frame.chat_id)
  if (services.replies.find(frame.chat_id)) return
  const { person } = turn.context
  const writer = await findWriter(services, turn.context)
  if (!(await canRequestReply(services, person, writer.entry))) return
  // Not awaited: the frames of a socket are handled in turn, and the message comes next.
  void prepare(services, turn, writer).catch((error: unknown) =>
    services.log.warn({ error }, 'a reply could not be prepared'),
  )
}

async function prepare(services: ChatServices, turn: Turn, writer: ReplyWriter): Promise<void> {
  const { model } = writer.entry
  let building: Promise<PromptMessage[] | null> | null = null
  const expected = () => (building ??= expectedPrompt(services, turn, writer))
  await Promise.all([
    model.prepare?.(expected),
    // Loads the memories of a chat that nobody has used for a while, whatever the model prepares.
    turn.isFresh ? expected() : null,
  ])
}

/** Whether a message would be answered. Unlike its own checks, these count no message and no guest's try. */
async function canRequestReply(services: ChatServices, person: Person, entry: ModelEntry): Promise<boolean> {
  try {
    await services.limiter.consume(`prepare-minute:${person.id}`, PER_MINUTE)
    await services.usage.assertBudget(person.id)
    if (person.guestMessagesLeft === null) await assertCanPayTurn(services, person, entry)
    return person.guestMessagesLeft !== 0
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The part of the next prompt that does not depend on what the person is writing. Null when nobody would answer. */
async function expectedPrompt(
  services: ChatServices,
  { context, path }: Turn,
  writer: ReplyWriter,
): Promise<PromptMessage[] | null> {
  // A blank counts as spoken, and is not sent to an embedding model.
  const own: PathEntry = { seq: context.chat.nextSeq, role: 'user', speakerId: null, text: ' ', tokens: 0 }
  const plan = planReplies(context, own)
  if (!plan) return null
  const place = { path: [...path, own], speakerId: plan.speakerId, writer }
  const replyContext = await loadReplyContext(services, context, place)
  const { messages, stableMessages } = buildReplyPrompt(services, replyContext.planned, replyContext)
  return messages.slice(0, stableMessages)
}
