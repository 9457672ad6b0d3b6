import { createHash } from 'node:crypto'
import {
  type TextModel,
  TextModelError,
  type TextModelFault,
  type TextModelPart,
  type TextModelRequest,
} from '../../domains/chats/text-model.ts'

export type BreakerState = 'closed' | 'open' | 'half_open'

export interface BreakerSettings {
  /** Milliseconds; only differences count. */
  now?: () => number
  /** For the log and the alarm; `fault` is what tipped it. */
  onChange?: (state: BreakerState, fault: TextModelFault | null) => void
}

const MAX_FAILURES = 5
const WINDOW_MS = 30_000
const PROBE_AFTER_MS = 15_000

/** Faults of the server. A 429 is its right, an empty reply the model's whim. */
const COUNTED_FAULTS: readonly TextModelFault[] = ['unreachable', 'timeout', 'overloaded', 'cut_off', 'garbled']

/**
 * Spares a model that is down (UPS-08): five failures within 30 seconds, one 401, or 403 for five different requests
 * with no reply between them, open the breaker, and every request fails at once as `unreachable`, for the reason that
 * opened it. After 15 seconds one request, and only one at a time, tries again: a reply closes the breaker, a failure
 * opens it for another 15 seconds. A refusal of one text (400, 403, 404, 422) says nothing of other texts: by itself it
 * never opens the breaker, nor keeps it open.
 */
export function withCircuitBreaker(model: TextModel, settings: BreakerSettings = {}): TextModel {
  const now = settings.now ?? (() => performance.now())
  let state: BreakerState = 'closed'
  let failures: number[] = []
  let forbidden = new Set<string>()
  let openedAt = 0
  let openedBy: TextModelError | null = null

  function setState(next: BreakerState, fault: TextModelFault | null): void {
    if (next === 'open') openedAt = now()
    if (next === state) return
    state = next
    failures = []
    forbidden = new Set()
    settings.onChange?.(next, fault)
  }

  /** Whether this request is the probe; throws while the breaker is open. */
  function admit(): boolean {
    if (state === 'closed') return false
    if (state === 'open' && now() - openedAt >= PROBE_AFTER_MS) {
      setState('half_open', null)
      return true
    }
    throw new TextModelError('unreachable', {
      retryable: true,
      reason: openedBy?.reason,
      status: openedBy?.status,
      detail: openedBy?.detail,
      retryAfterMs: Math.max(0, PROBE_AFTER_MS - (now() - openedAt)),
    })
  }

  function recordFailure(error: unknown, isProbe: boolean, request: TextModelRequest): void {
    if (!(error instanceof TextModelError)) return isProbe ? setState('open', null) : undefined
    if (error.status === 401) return open(error)
    if (error.fault === 'refused') {
      // The server lives and takes the key.
      if (isProbe) setState('closed', null)
      if (error.status === 403 && state === 'closed') countForbidden(error, request)
      return
    }
    if (isProbe) return open(error)
    if (!COUNTED_FAULTS.includes(error.fault) || state !== 'closed') return
    const since = now() - WINDOW_MS
    failures = [...failures.filter((at) => at > since), now()]
    if (failures.length >= MAX_FAILURES) open(error)
  }

  function countForbidden(error: TextModelError, { messages }: TextModelRequest): void {
    forbidden.add(createHash('sha256').update(JSON.stringify(messages)).digest('base64'))
    if (forbidden.size >= MAX_FAILURES) open(error)
  }

  function open(error: TextModelError): void {
    openedBy = error
    setState('open', error.fault)
  }

  async function* stream(...[request]: Parameters<TextModel['stream']>): AsyncGenerator<TextModelPart> {
    request.signal.throwIfAborted()
    const isProbe = admit()
    let isSettled = false
    try {
      for await (const part of model.stream(request)) {
        // The first word shows that the server lives: the probe need not last as long as its reply.
        if (isProbe && !isSettled) setState('closed', null)
        if (!isSettled && forbidden.size > 0) forbidden = new Set()
        isSettled = true
        yield part
      }
    } catch (error) {
      recordFailure(error, isProbe && !isSettled, request)
      isSettled = true
      throw error
    } finally {
      // A reader that left before the first word has proved nothing.
      if (isProbe && !isSettled) setState('open', null)
    }
  }

  return {
    kind: model.kind,
    name: model.name,
    get contextTokens() {
      return model.contextTokens
    },
    get reasoningTokens() {
      return model.reasoningTokens ?? 0
    },
    stream,
  }
}
