import {
  createDeferredStream,
  delegatingModel,
  type StartedStream,
  startStream,
  type TextModel,
  TextModelError,
  type TextModelFault,
  type TextModelRequest,
} from '../../modules/models/module.ts'
import { CircuitBreaker, type CircuitState, type FailureKind } from '../../platform/circuit-breaker.ts'

export interface BreakerSettings {
  /** Milliseconds; only differences count. */
  now?: () => number
  /** For the log and the alarm; `fault` is what opened the breaker. */
  onChange?: (state: CircuitState, fault: TextModelFault | null) => void
}

/** A 429 is normal behaviour of the server, and an empty reply depends on the model. */
const BROKEN_CALLS: readonly TextModelFault[] = ['timeout', 'overloaded', 'cut_off', 'garbled']

/** Only a 401 is about the key for certain: gateways answer 403 to a prompt that their moderation rejects. */
function classify({ fault, status }: TextModelError): FailureKind {
  if (status === 401) return 'unauthorized'
  if (fault === 'refused') return 'reachable'
  if (fault === 'unreachable') return 'outage'
  return BROKEN_CALLS.includes(fault) ? 'broken_call' : 'unknown'
}

/**
 * A model that fails at once as `unreachable` while the breaker is open (UPS-08), with the failure that opened it. The
 * first part of a reply counts as a success, so a probe does not have to wait for the whole reply.
 */
export function withCircuitBreaker(model: TextModel, settings: BreakerSettings = {}): TextModel {
  const breaker = new CircuitBreaker<TextModelError>({
    classify,
    isFailure: (error) => error instanceof TextModelError,
    now: settings.now,
    onChange: (state, cause) => settings.onChange?.(state, cause?.fault ?? null),
  })

  async function begin(request: TextModelRequest): Promise<StartedStream> {
    request.signal.throwIfAborted()
    const call = breaker.tryCall()
    if (!call) {
      throw new TextModelError('unreachable', {
        retryable: true,
        reason: breaker.cause?.reason,
        status: breaker.cause?.status,
        detail: breaker.cause?.detail,
        retryAfterMs: breaker.retryAfterMs,
      })
    }
    try {
      const begun = await startStream(model.stream(request))
      if (begun.first.done) call.abandoned()
      else call.succeeded()
      return begun
    } catch (error) {
      call.failed(error, request.personId)
      throw error
    }
  }

  return delegatingModel(() => model, { stream: (request) => createDeferredStream(() => begin(request)) })
}
