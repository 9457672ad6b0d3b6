import { TextModelError } from '../../../domains/chats/text-model.ts'
import type { TextModelLimits } from './limits.ts'

/**
 * One signal for everything that can end a reply from outside: the caller's signal, the first-token and idle limits,
 * and the short farewell after the end. Its reason is what `stream` throws. `dispose` when the reply is over.
 */
export class Deadlines {
  readonly #controller = new AbortController()
  readonly #limits: TextModelLimits
  readonly #caller: AbortSignal
  #idle: NodeJS.Timeout | undefined
  #hasContent = false
  /** The reply has finished; what has not come by the end of the farewell is not waited for. */
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

  /** Content came, hidden reasoning included: from now on the idle limit holds. */
  sawContent(): void {
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
