import {
  type TextModel,
  TextModelError,
  type TextModelFault,
  type TextModelPart,
} from '../../domains/chats/text-model.ts'

export type BreakerState = 'closed' | 'open' | 'half_open'

export interface BreakerSettings {
  /** Milliseconds; only differences count. */
  now?: () => number
  /** For the log and the alarm; `fault` is what tipped it. */
  onChange?: (state: BreakerState, fault: TextModelFault | null) => void
}

const FAILURES = 5
const WINDOW_MS = 30_000
const PROBE_AFTER_MS = 15_000

/** Faults of the server. A 429 is its right, an empty reply the model's whim. */
const COUNTED: readonly TextModelFault[] = ['unreachable', 'timeout', 'overloaded', 'cut_off', 'garbled']

/**
 * Spares a model that is down (UPS-08): five failures within 30 seconds, or one 401 or 403, open the breaker, and every
 * request fails at once as `unreachable`. After 15 seconds one request, and only one at a time, tries again: a reply
 * that ends well closes the breaker, a failure opens it for another 15 seconds.
 */
export function withBreaker(model: TextModel, settings: BreakerSettings = {}): TextModel {
  const now = settings.now ?? (() => performance.now())
  let state: BreakerState = 'closed'
  let failures: number[] = []
  let openedAt = 0

  function become(next: BreakerState, fault: TextModelFault | null): void {
    if (next === 'open') openedAt = now()
    if (next === state) return
    state = next
    failures = []
    settings.onChange?.(next, fault)
  }

  /** Whether this request is the probe; throws while the breaker is open. */
  function admit(): boolean {
    if (state === 'closed') return false
    if (state === 'open' && now() - openedAt >= PROBE_AFTER_MS) {
      become('half_open', null)
      return true
    }
    throw new TextModelError('unreachable', {
      retryable: true,
      retryAfterMs: Math.max(0, PROBE_AFTER_MS - (now() - openedAt)),
    })
  }

  function failed(error: unknown, isProbe: boolean): void {
    if (!(error instanceof TextModelError)) return isProbe ? become('open', null) : undefined
    const isForbidden = error.status === 401 || error.status === 403
    if (isProbe || isForbidden) return become('open', error.fault)
    if (!COUNTED.includes(error.fault) || state !== 'closed') return
    const since = now() - WINDOW_MS
    failures = [...failures.filter((at) => at > since), now()]
    if (failures.length >= FAILURES) become('open', error.fault)
  }

  async function* stream(...[request]: Parameters<TextModel['stream']>): AsyncGenerator<TextModelPart> {
    request.signal.throwIfAborted()
    const isProbe = admit()
    let isSettled = false
    try {
      for await (const part of model.stream(request)) {
        // The first word shows that the server lives: the probe need not last as long as its reply.
        if (isProbe && !isSettled) become('closed', null)
        isSettled = true
        yield part
      }
    } catch (error) {
      failed(error, isProbe && !isSettled)
      isSettled = true
      throw error
    } finally {
      // A reader that left before the first word has proved nothing.
      if (isProbe && !isSettled) become('open', null)
    }
  }

  return { kind: model.kind, name: model.name, contextTokens: model.contextTokens, stream }
}
