import type { ReplyFault } from '@everkin/contract/types.ts'
import { isOwner, type Person } from '../../accounts/module.ts'
import { countTokens, TextModelError, type TextModelPart } from '../../models/module.ts'
import type { Verdict } from '../../safety/module.ts'
import { changeChat, publishChange } from '../context/change-chat.ts'
import { type LiveReply, ReplyStopped } from '../context/live-replies.ts'
import { messageViews } from '../context/views.ts'
import { sumTokens } from '../prompt/sections.ts'
import type { ChatServices } from '../services.ts'
import { messageId } from '../store/message-id.ts'
import { findMessage, updateMessage } from '../store/message-store.ts'
import { nullIfDeleted, type ReplyOutcome } from './finish-reply.ts'
import { findHiddenDefinition, type HiddenDefinition } from './hidden-definition.ts'
import { closeParts, type OpenedReply } from './open-reply.ts'
import type { ReplyContext } from './reply-context.ts'
import { createReplyFilters } from './reply-filters.ts'
import { waitForNextWords } from './reply-pace.ts'
import { createReasoningStream, type ReasoningStream, reasoningOf, reasoningView } from './reply-reasoning.ts'

/**
 * Sends on what a model writes, as far as the filters let it through, and what it thinks. Returns how it ended; what it
 * used is then in `live.used`. Never throws.
 */
export async function streamParts(services: ChatServices, opened: OpenedReply, live: LiveReply): Promise<ReplyOutcome> {
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
  const { replyContext, meter, abort } = opened
  const stop = () => abort.abort(new ReplyStopped('rules'))
  const send = (text: string) => sendDelta(services, live, text)
  const filters = createReplyFilters(services, replyContext, live, { definition, send, onHit: stop })
  const revise = () => reviseReply(services, replyContext.forReader, live)
  let isCutOff = false
  /** All text parts so far, and when the first of them came. */
  let said = ''
  let saidSinceMs = 0

  const takeText = (text: string) => {
    if (said === '') {
      saidSinceMs = services.clock.now().getTime()
      if (opened.entry.model.kind !== 'demo') opened.forgetPrompt()
    }
    said += text
    reasoning.pause()
    filters.push(text)
  }
  const takePart = async (part: TextModelPart) => {
    meter.record(part)
    if (part.type === 'text') takeText(part.text)
    else if (part.type === 'reasoning') reasoning.push(part.text)
    else if (part.type === 'retract') {
      filters.restart()
      reasoning.push(said, saidSinceMs)
      said = ''
      await revise()
    } else if (part.type === 'restart') {
      reasoning.restart()
      await revise()
    } else {
      isCutOff = part.reason === 'length'
      if (part.usage) opened.learn(part.usage)
    }
  }

  try {
    for (let next = opened.first; ; next = opened.parts.next()) {
      const result = await next
      if (result.done || filters.verdict()) break
      await takePart(result.value)
      if (reasoning.takeHidden() || filters.takeRevised()) await revise()
      if (filters.isCut() || filters.verdict()) {
        stop()
        break
      }
      await waitForNextWords()
    }
    await filters.end()
    const verdict = filters.verdict()
    // The whole output belonged to another speaker.
    if (filters.isCut() && live.text.trim() === '') return { status: 'failed', verdict, fault: NO_OUTPUT }
    return { status: verdict ? 'stopped' : 'complete', verdict, isCutOff }
  } catch (error) {
    await filters.end()
    return outcomeOfError(services, opened, error, filters.verdict())
  } finally {
    closeParts(opened)
  }
}

const NO_OUTPUT: ReplyFault = { reason: 'empty', retry_at: null, status: null, detail: null }

function outcomeOfError(
  services: ChatServices,
  { abort, replyContext }: OpenedReply,
  error: unknown,
  verdict: Verdict | null,
): ReplyOutcome {
  if (abort.signal.reason instanceof ReplyStopped || verdict) return { status: 'stopped', verdict }
  if (!(error instanceof TextModelError)) {
    services.log.error({ error }, 'a model failed with an unexpected error')
    return { status: 'failed', verdict: null }
  }
  const { fault, reason, status, detail } = error
  services.log.warn({ fault, reason, status, detail }, 'a reply failed')
  return { status: 'failed', verdict: null, fault: faultFromError(services, replyContext.person, error) }
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
