import { setTimeout as waitFor } from 'node:timers/promises'
import {
  countTokens,
  type PromptMessage,
  TextModelError,
  type TextModelPart,
  type TextModelRequest,
} from '../../../modules/models/module.ts'
import type { ReasoningProfile } from '../reasoning/reasoning-profile.ts'
import { DEFAULT_LIMITS, Deadlines, type TextModelLimits } from './limits.ts'
import { ProviderError } from './post-json.ts'
import {
  extractMessage,
  parseContextOverflow,
  type RedactedProviderError,
  retryDelayMs,
  shrinkContext,
  toTextModelError,
} from './provider-errors.ts'
import { redact } from './redact.ts'

/** What every endpoint of a language model is created from. */
export interface EndpointSettings {
  apiKey: string | null
  name: string
  contextTokens: number
  /** Whether the model takes images. */
  vision?: boolean
  limits?: Partial<TextModelLimits>
  /** Waits between attempts; throws the signal's reason when it fires. */
  wait?: (delayMs: number, signal: AbortSignal) => Promise<void>
  random?: () => number
}

/** The minimum left for hidden reasoning when the prompt fills the context. */
const MIN_REASONING_TOKENS = 256

/**
 * What all endpoints have in common: they retry before the first word, learn from rejections, rebuild a prompt that is
 * too long for the model, and leave room for hidden reasoning. What is learnt is kept for the life of this process, but
 * only once the server has accepted a request that was built from it.
 */
export class EndpointAttempts {
  readonly limits: TextModelLimits
  readonly #settings: EndpointSettings
  readonly #profile: ReasoningProfile
  readonly #wait: (delayMs: number, signal: AbortSignal) => Promise<void>
  readonly #random: () => number
  /** Shrinks when the server reports a smaller one. */
  contextTokens: number

  constructor(settings: EndpointSettings, profile: ReasoningProfile) {
    this.#settings = settings
    this.#profile = profile
    this.limits = { ...DEFAULT_LIMITS, ...settings.limits }
    this.#wait = settings.wait ?? ((delayMs, signal) => waitFor(delayMs, undefined, { signal }))
    this.#random = settings.random ?? Math.random
    this.contextTokens = settings.contextTokens
  }

  /** The reasoning allowance that a prompt builder should leave free. */
  get reasoningTokens(): number {
    return this.#profile.reasons ? this.limits.reasoningTokens : 0
  }

  /**
   * Streams a reply of `open`, which resolves once the server has accepted the request. Nothing is retried once a word
   * has been shown (UPS-03); a retry after reasoning begins with `restart`. Throws only what `TextModel.stream` may throw.
   */
  async *stream(
    request: TextModelRequest,
    open: (deadlines: Deadlines) => Promise<AsyncIterable<TextModelPart>>,
  ): AsyncGenerator<TextModelPart> {
    request.signal.throwIfAborted()
    const deadlines = new Deadlines(this.limits, request.signal)
    try {
      for (let attempt = 0; ; attempt++) {
        let hasShown = false
        let hasThought = false
        const hadRoomToReason = this.#profile.reasons
        try {
          for await (const part of await open(deadlines)) {
            hasShown ||= part.type === 'text'
            hasThought ||= part.type === 'reasoning'
            yield part
          }
          return
        } catch (thrown) {
          const error = thrown instanceof ProviderError ? toTextModelError(this.#redact(thrown, request)) : thrown
          if (hasShown || deadlines.signal.aborted) throw error
          // All it wrote was reasoning, which is detected only now: retry with room for it.
          const hasRoomNow = isOutOfRoom(error) && !hadRoomToReason
          const delayMs = hasRoomNow ? 0 : retryDelayMs(error, attempt, this.limits, this.#random)
          if (delayMs === null) throw error
          if (hasThought) yield { type: 'restart' }
          if (hasRoomNow) continue
          await this.#wait(delayMs, deadlines.signal).catch((reason) => {
            throw deadlines.signal.aborted ? deadlines.signal.reason : reason
          })
        }
      }
    } finally {
      deadlines.dispose()
    }
  }

  /**
   * Calls `send` until the server accepts the request. After a rejection from which `learn` took something it is sent
   * again, and after one because of its length with a prompt for a smaller context, once.
   * @throws TextModelError for any other rejection.
   */
  async sendFitting<Accepted>(
    given: TextModelRequest,
    send: (request: TextModelRequest, contextTokens: number) => Promise<Accepted>,
    learn: (refusal: RedactedProviderError) => boolean,
  ): Promise<Accepted> {
    let request = given
    let context = this.contextTokens
    let isRefitted = false
    let isStated = false
    while (true) {
      try {
        const accepted = await send(request, context)
        if (isStated) this.contextTokens = Math.min(this.contextTokens, context)
        return accepted
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        const refusal = this.#redact(error, request)
        const overflow = parseContextOverflow(refusal.status, refusal.words)
        if (!overflow && learn(refusal)) continue
        if (!overflow || !request.refit || isRefitted)
          throw toTextModelError(refusal, overflow ? 'too_long' : undefined)
        context = shrinkContext(overflow, context, tokensOf(request.messages))
        request = { ...request, messages: request.refit(context) }
        isRefitted = true
        isStated = overflow.contextTokens !== null || overflow.promptTokens !== null
      }
    }
  }

  /** The allowance for hidden reasoning in one request, as far as the context has room for it. */
  reasoningTokensFor(request: TextModelRequest, contextTokens: number): number {
    const { reasoningTokens } = this.limits
    const isAsked = request.effort !== undefined && request.effort !== null && request.effort !== 'off'
    if (!this.#profile.reasons && !isAsked) return 0
    const room = contextTokens - tokensOf(request.messages) - request.maxReplyTokens
    return Math.max(Math.min(MIN_REASONING_TOKENS, reasoningTokens), Math.min(reasoningTokens, room))
  }

  #redact({ status, retryAfter, words }: ProviderError, request: TextModelRequest): RedactedProviderError {
    const clean = (text: string) => redact(text, this.#settings.apiKey, request.messages)
    return { status, retryAfter, words: clean(words), message: clean(extractMessage(words)) }
  }
}

function isOutOfRoom(error: unknown): boolean {
  return error instanceof TextModelError && error.fault === 'empty' && error.reason === 'reasoning'
}

function tokensOf(messages: readonly PromptMessage[]): number {
  return messages.reduce((sum, { content }) => sum + countTokens(content), 0)
}
