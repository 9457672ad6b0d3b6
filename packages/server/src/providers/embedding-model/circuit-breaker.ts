import { EmbeddingError, type EmbeddingFault, type EmbeddingModel } from '../../modules/memory/module.ts'
import { CircuitBreaker, type FailureKind } from '../../platform/circuit-breaker.ts'

/** A 429 is normal behaviour of the server and not an outage. */
const OUTAGES: readonly EmbeddingFault[] = ['unreachable', 'timeout', 'overloaded', 'garbled']

/** Whatever the endpoint refuses but a 401 may be about the text, which a person has written. */
function classify({ fault, status }: EmbeddingError): FailureKind {
  if (status === 401) return 'unauthorized'
  if (fault === 'refused') return 'reachable'
  return OUTAGES.includes(fault) ? 'outage' : 'unknown'
}

/** A model that fails at once as `unreachable` while the breaker is open (UPS-08). */
export function withCircuitBreaker(model: EmbeddingModel, now?: () => number): EmbeddingModel {
  const breaker = new CircuitBreaker<EmbeddingError>({
    classify,
    isFailure: (error) => error instanceof EmbeddingError,
    now,
  })
  return {
    name: model.name,
    async embed(texts, signal) {
      signal.throwIfAborted()
      const call = breaker.tryCall()
      if (!call) throw new EmbeddingError('unreachable')
      try {
        const vectors = await model.embed(texts, signal)
        call.succeeded()
        return vectors
      } catch (error) {
        call.failed(error)
        throw error
      }
    },
  }
}
