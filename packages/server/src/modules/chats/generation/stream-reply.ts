import type { ReplyFault } from '@everkin/contract/types.ts'
import { inBackground } from '../../../platform/db/connection-gate.ts'
import { newSecret } from '../../../platform/ids.ts'
import { inSpan } from '../../../platform/tracing/span.ts'
import { isOwner, type Person } from '../../accounts/module.ts'
import { TextModelError } from '../../models/module.ts'
import { changeChat, publishChange } from '../context/change-chat.ts'
import { claimsToBeHumanAfter } from '../context/human-claims.ts'
import { type LiveReply, ReplyStopped, type ReservedReply, reserveReply } from '../context/live-replies.ts'
import { aiReminder } from '../context/safety-notices.ts'
import { messageViews, speakerOf } from '../context/views.ts'
import { countTokens } from '../prompt/count-tokens.ts'
import { sumTokens } from '../prompt/sections.ts'
import type { ChatServices } from '../services.ts'
import { messageId } from '../store/message-id.ts'
import { findMessage, updateMessage } from '../store/message-store.ts'
import { finishFastPath } from './finish-fast-path.ts'
import { finishGroupReply } from './finish-group-reply.ts'
import { finishReply, nullIfDeleted, type ReplyOutcome } from './finish-reply.ts'
import { createDefinitionRedactor, findHiddenDefinition, type HiddenDefinition } from './hidden-definition.ts'
import { closeParts, type OpenedReply } from './open-reply.ts'
import type { ReplyContext } from './reply-context.ts'
import { createReplyModeration, createSpeakerStopFor, goodbyeFilterFor } from './reply-moderation.ts'
import { waitForNextWords, waitToEnd } from './reply-pace.ts'
import { createReasoningStream, type ReasoningStream, reasoningOf, reasoningView } from './reply-reasoning.ts'
import { replyToQueued } from './reply-to-queued.ts'
import type { StartedReply } from './start-reply.ts'

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
  const { person, ready } = replyContext
  return reserveReply(services.replies, { row, person, ready, abort })
}

async function streamOne(services: ChatServices, { started, live, release }: ReplyStream): Promise<ReplyStream | null> {
  const saving = services.checkpoints.watch(live)
  try {
    const outcome = await streamParts(services, started.opened, live)
    await saving.stop()
    await waitToEnd()
    services.replyMetrics.replyEnded(outcome.status, live.used)
    return await services.lock.take(live.chatId, async () => {
      const following = await inBackground(() => inSpan('finish', () => endReply(services, started, live, outcome)))
      services.replies.remove(live)
      correctHumanClaim(services, started, live)
      if (outcome.status === 'complete' && !outcome.verdict && live.text.trim() !== '') publishEnded(services, started)
      const { chatId, seq, personId } = live
      const { memory, person } = started.opened.replyContext
      // Nothing is remembered of a guest.
      if (person.guestMessagesLeft === null) services.memory.replied({ chatId, seq, personId, used: memory })
      // At once: also between two replies of a queue there must always be one to stop.
      return following && { started: following, ...reserveFor(services, following) }
    })
  } finally {
    await saving.stop()
    release()
  }
}

/**
 * H2: under a reply that claims to be human stands that it is not, and the next prompt says so too. Devices that read the
 * reply later know it from the message (`claims_human`).
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

/** Sends on the model's output and returns how it ended, with its model usage. Never throws. */
async function streamParts(services: ChatServices, opened: OpenedReply, live: LiveReply): Promise<ReplyOutcome> {
  const { definition, tokens } = readPrompt(opened)
  const reasoning = createReasoningStream(services, opened, live, definition)
  const outcome = await streamText(services, opened, live, { reasoning, definition })
  await reasoning.end()
  if (opened.entry.model.kind !== 'demo') live.used = opened.meter.result(() => tokens)
  return { ...outcome, reasoningVerdict: reasoning.verdict() }
}

/** What is needed of a prompt after its reply has begun. */
function readPrompt({ prompt, replyContext }: OpenedReply): { definition: HiddenDefinition | null; tokens: number } {
  if (!prompt) throw new Error('a prompt was forgotten before its reply was written')
  return { definition: findHiddenDefinition(replyContext, prompt), tokens: sumTokens(prompt.sections) }
}

async function streamText(
  services: ChatServices,
  opened: OpenedReply,
  live: LiveReply,
  { reasoning, definition }: { reasoning: ReasoningStream; definition: HiddenDefinition | null },
): Promise<ReplyOutcome> {
  const { replyContext, meter } = opened
  const started = live.text
  /** All text parts so far, and when the first of them came. */
  let said = ''
  let saidSinceMs = 0
  let isCutOff = false
  const openModeration = () =>
    createReplyModeration(replyContext, live, services.clock.now(), (text) => sendDelta(services, live, text), {
      endpoint: {
        moderator: services.moderator,
        onHit: () => opened.abort.abort(new ReplyStopped('rules')),
      },
      goodbye: goodbyeFilterFor(services, replyContext),
    })
  let moderation = openModeration()
  let speakerStop = createSpeakerStopFor(replyContext, started)
  let redactor = createDefinitionRedactor(definition, started)
  const hear = (text: string) => {
    const passed = redactor ? redactor.push(text) : text
    if (passed !== '') moderation.push(passed)
  }
  const hearRest = async () => {
    hear(speakerStop.end())
    const rest = redactor?.end() ?? ''
    if (rest !== '') moderation.push(rest)
    await moderation.end()
  }
  try {
    for (let next = opened.first; ; next = opened.parts.next()) {
      const result = await next
      if (result.done || moderation.verdict()) break
      const part = result.value
      meter.hear(part)
      if (part.type === 'finish') {
        isCutOff = part.reason === 'length'
        if (part.usage) opened.learn(part.usage)
      }
      if (part.type === 'reasoning') reasoning.push(part.text)
      if (part.type === 'text') {
        if (said === '') {
          saidSinceMs = services.clock.now().getTime()
          if (opened.entry.model.kind !== 'demo') opened.forgetPrompt()
        }
        said += part.text
        reasoning.pause()
        hear(speakerStop.push(part.text))
      }
      if (part.type === 'retract') {
        moderation.discard()
        live.text = started
        reasoning.push(said, saidSinceMs)
        said = ''
        await reviseReply(services, replyContext.forReader, live)
        moderation = openModeration()
        speakerStop = createSpeakerStopFor(replyContext, started)
        redactor = createDefinitionRedactor(definition, started)
      }
      if (reasoning.takeHidden() || moderation.takeRevised()) await reviseReply(services, replyContext.forReader, live)
      if (speakerStop.isCut || moderation.verdict()) {
        opened.abort.abort(new ReplyStopped('rules'))
        break
      }
      await waitForNextWords()
    }
    await hearRest()
    // The whole output belonged to another speaker.
    if (speakerStop.isCut && live.text.trim() === '') {
      const fault = { reason: 'empty' as const, retry_at: null, status: null, detail: null }
      return { status: 'failed', verdict: moderation.verdict(), fault }
    }
    return { status: moderation.verdict() ? 'stopped' : 'complete', verdict: moderation.verdict(), isCutOff }
  } catch (error) {
    await hearRest()
    const isStopped = opened.abort.signal.reason instanceof ReplyStopped || moderation.verdict() !== null
    if (isStopped) return { status: 'stopped', verdict: moderation.verdict() }
    if (!(error instanceof TextModelError)) {
      services.log.error({ error }, 'a model failed with an unexpected error')
      return { status: 'failed', verdict: null }
    }
    const { fault, reason, status, detail } = error
    services.log.warn({ fault, reason, status, detail }, 'a reply failed')
    return { status: 'failed', verdict: null, fault: faultFromError(services, replyContext.person, error) }
  } finally {
    closeParts(opened)
  }
}

function sendDelta(services: ChatServices, live: LiveReply, text: string): void {
  const offset = live.text.length
  live.text += text
  services.live.publishToPerson(live.personId, {
    type: 'message.delta',
    chat_id: live.chatId,
    message_id: messageId(live.chatId, live.seq),
    offset,
    text,
  })
}

/** Creates this process's id as an owner of replies. */
export function newProcessId(): string {
  return newSecret().slice(0, 16)
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

/**
 * What the reader of a failed reply is shown. The provider's status and message are for owners only.
 */
export function faultFromError(
  { settings, clock }: Pick<ChatServices, 'settings' | 'clock'>,
  person: Pick<Person, 'email' | 'isFirst' | 'operatorRole'>,
  error: TextModelError,
): ReplyFault {
  const isForOperator = isOwner(person, settings)
  const isBusy = error.reason === 'busy' && error.retryAfterMs !== null
  return {
    reason: error.reason,
    retry_at: isBusy ? new Date(clock.now().getTime() + (error.retryAfterMs ?? 0)).toISOString() : null,
    status: isForOperator ? error.status : null,
    detail: isForOperator ? error.detail : null,
  }
}

/**
 * Replaces what readers have been sent of a streaming reply by what it is now: text that was hidden reasoning is gone,
 * or reasoning that nobody may see. Every device gets it as a new revision of the message, including those that
 * reconnect meanwhile.
 */
async function reviseReply(
  services: ChatServices,
  { card }: ReplyContext['forReader'],
  live: LiveReply,
): Promise<void> {
  const changed = await changeChat(services, live.personId, live.chatId, async (locked) => {
    const row = await findMessage(locked.tx, live.chatId, live.seq)
    if (row?.status !== 'streaming') return null
    const { text } = live
    const change = { ...reasoningOf(live), text, tokens: countTokens(text), status: row.status, rev: locked.nextRev() }
    return updateMessage(locked.tx, live.chatId, live.seq, change)
  }).catch(nullIfDeleted)
  if (!changed?.result) return
  const messages = await messageViews(services, [changed.result], card, () => true)
  // More may have been sent meanwhile.
  const frames = messages.map((message) => ({
    type: 'message.updated' as const,
    message: { ...message, text: live.text, ...reasoningView(live) },
  }))
  publishChange(services, changed.chat, card, frames)
}
