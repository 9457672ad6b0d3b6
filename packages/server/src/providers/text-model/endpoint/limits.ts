import { TextModelError } from '../../../modules/models/module.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'

/** How long one reply may take, and how large a line may be (UPS-01, UPS-04, UPS-05). */
export interface TextModelLimits {
  /** From the request, including retries, to the first content; null: no limit. */
  firstTokenMs: number | null
  /** Between two pieces of content; keep-alive comments do not count. A reply as a whole has no limit. */
  idleMs: number
  /** Hidden reasoning per reply, in tokens, in addition to the reply's own. */
  reasoningTokens: number
  lineBytes: number
  /** The longest accepted Retry-After of a 429. */
  retryAfterMs: number
  /** Attempts after the first, all before the first visible word. */
  retries: number
  /** How long to wait for a usage chunk or [DONE] after the reply has finished. */
  farewellMs: number
}

export const DEFAULT_LIMITS: TextModelLimits = {
  firstTokenMs: 300_000,
  idleMs: MINUTE_MS,
  reasoningTokens: 4_000,
  lineBytes: 1024 * 1024,
  retryAfterMs: 10_000,
  retries: 2,
  farewellMs: 500,
}

/**
 * One signal for everything that can end a reply from outside: the caller's signal, the first-token and idle limits,
 * and the short wait after the finish. Its reason is what `stream` throws. Call `dispose` when the reply is over.
 */
export class Deadlines {
  readonly #controller = new AbortController()
  readonly #limits: TextModelLimits
  readonly #caller: AbortSignal
  #idle: NodeJS.Timeout | undefined
  #hasContent = false
  /** The reply has finished; what does not arrive within the final wait is ignored. */
  isFarewell = false

  constructor(limits: TextModelLimits, caller: AbortSignal) {
    this.#limits = limits
    this.#caller = caller
    if (limits.firstTokenMs !== null) this.#rearm(limits.firstTokenMs)
    caller.addEventListener('abort', this.#onCallerAbort)
    if (caller.aborted) this.#onCallerAbort()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Content arrived, including hidden reasoning: from now on the idle limit applies. */
  sawContent(): void {
    // What comes after the finish is not waited for.
    if (this.isFarewell) return
    if (this.#hasContent) {
      this.#idle?.refresh()
      return
    }
    this.#hasContent = true
    this.#rearm(this.#limits.idleMs)
  }

  sawFinish(): void {
    if (this.isFarewell) return
    this.isFarewell = true
    this.#rearm(this.#limits.farewellMs)
  }

  dispose(): void {
    clearTimeout(this.#idle)
    this.#caller.removeEventListener('abort', this.#onCallerAbort)
  }

  readonly #onCallerAbort = (): void => this.#controller.abort(this.#caller.reason)

  #rearm(delayMs: number): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.#controller.abort(new TextModelError('timeout', { retryable: true })), delayMs)
  }
}
