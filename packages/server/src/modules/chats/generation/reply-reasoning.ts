import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import type { Verdict } from '../../safety/module.ts'
import type { LiveReply } from '../context/live-replies.ts'
import type { ChatServices } from '../services.ts'
import { messageId } from '../store/message-id.ts'
import { createDefinitionRedactor, type HiddenDefinition } from './hidden-definition.ts'
import type { OpenedReply } from './open-reply.ts'
import type { Redactor } from './redact-verbatim.ts'
import { createReplyModeration, type ReplyModeration } from './reply-moderation.ts'

/** Shows that the end of what a model thought was left out. */
const REASONING_CUT_MARK = ' […]'
const MAX_UNCUT_LENGTH = LIMITS.reasoningLength - REASONING_CUT_MARK.length
/** Between what was thought before a reply was continued, and after. */
const CONTINUED = '\n\n'

/** What a model thinks before it writes, on its way to readers. */
export interface ReasoningStream {
  /** @param sinceMs when it was sent, for what turns out only later to be a thought. */
  push(text: string, sinceMs?: number): void
  /** What was thought so far belongs to an attempt that failed: readers must be sent what is left. */
  restart(): void
  /** The model has begun to write, so its thinking has ended for now. */
  pause(): void
  /** Sends the rest. When it resolves, `reasoning` of the reply is what is to be stored. */
  end(): Promise<void>
  /** The hit for which all of it is hidden. The reply itself goes on. */
  verdict(): Verdict | null
  /** True once, after a hit: what readers have been sent must be taken back. */
  takeHidden(): boolean
}

/**
 * Moderates what a model thinks like what it writes (B7, C4) and leaves out what it quotes of a hidden definition, then
 * sends it on as `message.reasoning`. A hit hides all of it on every device and stores none: readers lose nothing that
 * was said to them. The moderation model reads it like the reply (M1); while it gives no verdicts, the strict rules do.
 * It is cut at `LIMITS.reasoningLength`. The thinking time is measured from the first word of the reasoning to the
 * first word of the reply.
 */
export function createReasoningStream(
  services: ChatServices,
  { replyContext }: OpenedReply,
  live: LiveReply,
  definition: HiddenDefinition | null,
): ReasoningStream {
  const reasoningBefore = live.reasoning
  const msBefore = live.reasoningMs ?? 0
  let thought = { text: '' }
  /** Made with the first word, since most replies have none. */
  let filter: { redactor: Redactor | null; moderation: ReplyModeration } | null = null
  let isFull = false
  let hidden: 'no' | 'yes' | 'taken' = 'no'
  let sinceMs: number | null = null
  let elapsedMs = 0
  const nowMs = () => services.clock.now().getTime()
  const totalMs = () => msBefore + elapsedMs + (sinceMs === null ? 0 : Math.max(0, nowMs() - sinceMs))

  const publish = (text: string) => {
    live.reasoningMs = totalMs()
    const offset = live.reasoning.length
    live.reasoning += text
    services.live.publishToPerson(live.personId, {
      type: 'message.reasoning',
      chat_id: live.chatId,
      message_id: messageId(live.chatId, live.seq),
      offset,
      text,
      ms: live.reasoningMs,
    })
  }
  const send = (text: string) => {
    const opening = thought.text === '' && reasoningBefore !== '' ? CONTINUED : ''
    thought.text += text
    if (isFull || text === '') return
    isFull = live.reasoning.length + opening.length + text.length > MAX_UNCUT_LENGTH
    // The whole thought is examined only then, so that the cost of a piece depends on its own length.
    publish(isFull ? clip(live.reasoning + opening + text).slice(live.reasoning.length) : opening + text)
  }
  const openFilter = () => ({
    redactor: createDefinitionRedactor(definition, ''),
    moderation: createReplyModeration(replyContext, thought, {
      now: services.clock.now(),
      send,
      // The thought is hidden with the model's next word, or at the end.
      model: { moderator: services.moderator, onHit: () => undefined },
      isSpoken: false,
    }),
  })
  const hideAfterHit = () => {
    if (hidden !== 'no' || !filter?.moderation.verdict()) return
    hidden = 'yes'
    live.reasoning = ''
    live.reasoningMs = null
  }
  const isClosed = () => hidden !== 'no' || isFull
  const endThinking = () => {
    if (sinceMs !== null) elapsedMs += Math.max(0, nowMs() - sinceMs)
    sinceMs = null
  }
  return {
    push(text, startedMs = nowMs()) {
      // Models that are told not to think often send empty tags.
      const words = filter ? text : text.trimStart()
      if (words === '') return
      filter ??= openFilter()
      sinceMs ??= startedMs
      if (isClosed()) return
      const passed = filter.redactor ? filter.redactor.push(words) : words
      if (passed !== '') filter.moderation.push(passed)
      hideAfterHit()
    },
    restart() {
      hideAfterHit()
      if (hidden !== 'no') return
      filter?.moderation.discard()
      filter = null
      thought = { text: '' }
      isFull = false
      sinceMs = null
      elapsedMs = 0
      live.reasoning = reasoningBefore
      live.reasoningMs = reasoningBefore === '' ? null : msBefore
    },
    pause() {
      if (sinceMs === null) return
      endThinking()
      hideAfterHit()
      if (hidden === 'no' && live.reasoning !== '') publish('')
    },
    async end() {
      endThinking()
      if (!filter) return
      const rest = isClosed() ? '' : (filter.redactor?.end() ?? '')
      if (rest !== '') filter.moderation.push(rest)
      await filter.moderation.end()
      hideAfterHit()
      if (hidden !== 'no' || thought.text === '') return
      live.reasoningMs = totalMs()
      // The end of its moderation has removed phone numbers from what was thought.
      live.reasoning = clip(reasoningBefore + (reasoningBefore === '' ? '' : CONTINUED) + thought.text.trimEnd())
    },
    verdict: () => filter?.moderation.verdict() ?? null,
    takeHidden() {
      hideAfterHit()
      if (hidden !== 'yes') return false
      hidden = 'taken'
      return true
    },
  }
}

/** A thought as far as it is kept; never cut in the middle of a character. */
function clip(reasoning: string): string {
  if (reasoning.length <= MAX_UNCUT_LENGTH) return reasoning
  return truncateText(reasoning, MAX_UNCUT_LENGTH) + REASONING_CUT_MARK
}

/** What a reply has thought, as it is stored: nothing where it has not. */
export function reasoningOf({ reasoning, reasoningMs }: Pick<LiveReply, 'reasoning' | 'reasoningMs'>) {
  return reasoning === '' ? { reasoning: null, reasoningMs: null } : { reasoning, reasoningMs }
}

/** `reasoningOf` in its form on the wire. */
export function reasoningView(live: Pick<LiveReply, 'reasoning' | 'reasoningMs'>) {
  const { reasoning, reasoningMs } = reasoningOf(live)
  return { reasoning, reasoning_ms: reasoningMs }
}
