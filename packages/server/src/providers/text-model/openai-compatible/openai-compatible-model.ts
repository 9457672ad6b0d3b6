import { setTimeout as waitFor } from 'node:timers/promises'
import { countTokens } from '../../../modules/chats/module.ts'
import {
  type TextModel,
  TextModelError,
  type TextModelPart,
  type TextModelRequest,
} from '../../../modules/models/module.ts'
import { ReasoningProfile } from '../reasoning/reasoning-profile.ts'
import { type Dialect, learnDialect, PLAIN_DIALECT, requestBody } from './dialect.ts'
import { DEFAULT_LIMITS, Deadlines, type TextModelLimits } from './limits.ts'
import { ProviderError, postCompletion } from './post-completion.ts'
import {
  extractMessage,
  parseContextOverflow,
  retryDelayMs,
  shrinkContext,
  toTextModelError,
} from './provider-errors.ts'
import { readReply } from './read-reply.ts'
import { redact } from './redact.ts'

export interface OpenAiCompatibleSettings {
  /** Ends in /v1 for most servers; with or without a trailing slash. */
  baseUrl: string
  apiKey: string | null
  name: string
  contextTokens: number
  limits?: Partial<TextModelLimits>
  /** Waits between attempts; throws the signal's reason when it fires. */
  wait?: (delayMs: number, signal: AbortSignal) => Promise<void>
  random?: () => number
}

/** The minimum left for hidden reasoning when the prompt fills the context. */
const MIN_REASONING_TOKENS = 256

/**
 * A model behind any OpenAI-compatible endpoint. Each reply is one POST on a kept connection; nothing is retried once a
 * word has been shown (UPS-03), and no error contains the key, the address or text of the prompt. What a rejection or a
 * reply reveals about the model (its dialect, its context, how it reasons) is kept for the life of this process, but
 * only once the server has accepted a request that was built from it.
 */
export function createOpenAiCompatibleModel(settings: OpenAiCompatibleSettings): TextModel {
  const url = new URL(`${settings.baseUrl.replace(/\/+$/, '')}/chat/completions`)
  const limits = { ...DEFAULT_LIMITS, ...settings.limits }
  const wait = settings.wait ?? ((delayMs, signal) => waitFor(delayMs, undefined, { signal }))
  const random = settings.random ?? Math.random
  const reasoningProfile = new ReasoningProfile(settings.name)
  let dialect: Dialect = PLAIN_DIALECT
  let contextTokens = settings.contextTokens

  /** Opens one attempt; a rejection that says what to change is retried that way. */
  async function open(given: TextModelRequest, signal: AbortSignal) {
    let request = given
    let tried = dialect
    let context = contextTokens
    let isRefitted = false
    let isStated = false
    while (true) {
      const body = requestBody(settings.name, request, tried, reasoningTokensFor(request, context))
      try {
        const response = await postCompletion(url, settings.apiKey, body, signal)
        dialect = tried
        if (isStated) contextTokens = Math.min(contextTokens, context)
        return response
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        const refusal = redactRefusal(error, request)
        const overflow = parseContextOverflow(refusal.status, refusal.words)
        const learnt = overflow ? null : learnDialect(tried, refusal.status, refusal.words)
        if (learnt) {
          tried = learnt
        } else if (overflow && request.refit && !isRefitted) {
          context = shrinkContext(overflow, context, tokensOf(request))
          request = { ...request, messages: request.refit(context) }
          isRefitted = true
          isStated = overflow.contextTokens !== null || overflow.promptTokens !== null
        } else throw toTextModelError(refusal, overflow ? 'too_long' : undefined)
      }
    }
  }

  /** The reasoning allowance of a reasoning model, as far as the context has room for it. */
  function reasoningTokensFor(request: TextModelRequest, context: number): number {
    if (!reasoningProfile.reasons) return 0
    const room = context - tokensOf(request) - request.maxReplyTokens
    return Math.max(Math.min(MIN_REASONING_TOKENS, limits.reasoningTokens), Math.min(limits.reasoningTokens, room))
  }

  async function* stream(request: TextModelRequest): AsyncGenerator<TextModelPart> {
    request.signal.throwIfAborted()
    const deadlines = new Deadlines(limits, request.signal)
    try {
      for (let attempt = 0; ; attempt++) {
        let hasShown = false
        const hadRoomToReason = reasoningProfile.reasons
        try {
          const response = await open(request, deadlines.signal)
          for await (const part of readReply(response, request, deadlines, limits, reasoningProfile)) {
            hasShown ||= part.type === 'text'
            yield part
          }
          return
        } catch (thrown) {
          const error = thrown instanceof ProviderError ? toTextModelError(redactRefusal(thrown, request)) : thrown
          if (hasShown || deadlines.signal.aborted) throw error
          // All it wrote was reasoning, which is detected only now: retry with room for it.
          if (isOutOfRoom(error) && !hadRoomToReason) continue
          const delayMs = retryDelayMs(error, attempt, limits, random)
          if (delayMs === null) throw error
          await wait(delayMs, deadlines.signal).catch((reason) => {
            throw deadlines.signal.aborted ? deadlines.signal.reason : reason
          })
        }
      }
    } finally {
      deadlines.dispose()
    }
  }

  function redactRefusal({ status, retryAfter, words }: ProviderError, request: TextModelRequest) {
    const clean = (text: string) => redact(text, settings.apiKey, request.messages)
    return { status, retryAfter, words: clean(words), message: clean(extractMessage(words)) }
  }

  return {
    kind: 'openai_compatible',
    name: settings.name,
    get contextTokens() {
      return contextTokens
    },
    get reasoningTokens() {
      return reasoningProfile.reasons ? limits.reasoningTokens : 0
    },
    stream,
  }
}

function isOutOfRoom(error: unknown): boolean {
  return error instanceof TextModelError && error.fault === 'empty' && error.reason === 'reasoning'
}

function tokensOf({ messages }: TextModelRequest): number {
  return messages.reduce((sum, { content }) => sum + countTokens(content), 0)
}
