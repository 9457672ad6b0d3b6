import { ModerationError, type ModerationFault, type ModerationModel } from '../../modules/safety/module.ts'
import { CircuitBreaker, type FailureKind } from '../../platform/circuit-breaker.ts'

/** A 429 is normal behaviour of the server and not an outage. */
const OUTAGES: readonly ModerationFault[] = ['unreachable', 'timeout', 'overloaded']

/** Whatever the endpoint refuses, and what a judge says beside the point, may be about what a person has written. */
function classify({ fault, status }: ModerationError): FailureKind {
  if (status === 401) return 'unauthorized'
  if (fault === 'garbled') return 'broken_call'
  if (fault === 'refused' || fault === 'unsupported') return 'reachable'
  return OUTAGES.includes(fault) ? 'outage' : 'unknown'
}

/** A model that fails at once as `unreachable` while the breaker is open (UPS-08). */
export function withCircuitBreaker(model: ModerationModel, now?: () => number): ModerationModel {
  const breaker = new CircuitBreaker<ModerationError>({
    classify,
    isFailure: (error) => error instanceof ModerationError,
    ...(now && { now }),
  })
  return {
    get name() {
      return model.name
    },
    get isReachable() {
      return breaker.state === 'closed'
    },
    async findProblems(input, signal) {
      signal.throwIfAborted()
      const call = breaker.tryCall()
      if (!call) throw new ModerationError('unreachable')
      try {
        const found = await model.findProblems(input, signal)
        call.succeeded()
        return found
      } catch (error) {
        call.failed(error)
        throw error
      }
    },
  }
}
