import type { TextModelPart, TokenUsage } from '../text-model.ts'

/** Model usage of one request: tokens, time, cost. */
export interface RequestUsage {
  promptTokens: number
  /** Null: the provider does not say. */
  cachedTokens: number | null
  /** With hidden reasoning. */
  replyTokens: number
  /** An estimate; null where the model did not reason. */
  reasoningTokens: number | null
  /** From the request to the first output, hidden or not. */
  firstTokenMs: number
  /** Null for a reply that is too short to tell. */
  tokensPerSecond: number | null
  /** The provider reported no numbers: all tokens are estimates. */
  isEstimated: boolean
}

interface MeterOptions {
  nowMs(): number
  countTokens(text: string): number
}

/** Below these a speed says more about the network than about the model. */
const MIN_TIMED_TOKENS = 8
const MIN_TIMED_MS = 200

/** Measures one request, from when the meter is created. Pass it every part that the model sends. */
export class RequestMeter {
  readonly #options: MeterOptions
  readonly #askedMs: number
  #firstMs: number | null = null
  #lastMs = 0
  #text = ''
  #reasoning = ''
  #reported: TokenUsage | null = null

  constructor(options: MeterOptions) {
    this.#options = options
    this.#askedMs = options.nowMs()
  }

  /** Takes a part that the model has sent. */
  record(part: TextModelPart): void {
    if (part.type === 'finish') this.#reported = part.usage
    if (part.type === 'retract') {
      this.#reasoning += this.#text
      this.#text = ''
    }
    if (part.type !== 'text' && part.type !== 'reasoning') return
    this.#lastMs = this.#options.nowMs()
    this.#firstMs ??= this.#lastMs
    if (part.type === 'text') this.#text += part.text
    else this.#reasoning += part.text
  }

  /**
   * What the request has taken so far. Null when the model has sent nothing: such a request counts as free.
   * @param estimatePrompt the tokens of the prompt, for a provider that reports none, or a reply that was cut short.
   */
  result(estimatePrompt: () => number): RequestUsage | null {
    if (this.#firstMs === null) return null
    const { countTokens } = this.#options
    const reasoningTokens = this.#reasoning.trim() === '' ? null : countTokens(this.#reasoning)
    const reported = this.#reported
    const replyTokens = reported?.replyTokens ?? countTokens(this.#text) + (reasoningTokens ?? 0)
    const promptTokens = reported?.promptTokens ?? estimatePrompt()
    const cached = reported?.cachedTokens ?? null
    const timedMs = this.#lastMs - this.#firstMs
    const isTimed = timedMs >= MIN_TIMED_MS && replyTokens >= MIN_TIMED_TOKENS
    return {
      promptTokens,
      cachedTokens: cached === null ? null : Math.min(cached, promptTokens),
      replyTokens,
      reasoningTokens: reasoningTokens === null ? null : Math.min(reasoningTokens, replyTokens),
      firstTokenMs: Math.max(0, this.#firstMs - this.#askedMs),
      tokensPerSecond: isTimed ? Math.round((replyTokens / timedMs) * 10_000) / 10 : null,
      isEstimated: reported === null,
    }
  }
}
