import { type ImageFault, type ImageModel, ImageModelError } from '../../modules/image-tasks/module.ts'
import { CircuitBreaker, type FailureKind } from '../../platform/circuit-breaker.ts'

const FAILURE_KINDS: Record<ImageFault, FailureKind> = {
  unreachable: 'outage',
  timeout: 'outage',
  overloaded: 'outage',
  garbled: 'outage',
  refused: 'unauthorized',
  rejected: 'reachable',
  rate_limited: 'reachable',
}

/** A provider that fails at once as `unreachable` while the breaker is open (UPS-08). */
export function withCircuitBreaker(model: ImageModel, now?: () => number): ImageModel {
  const breaker = new CircuitBreaker<ImageModelError>({
    classify: ({ fault }) => FAILURE_KINDS[fault],
    isFailure: (error) => error instanceof ImageModelError,
    now,
  })
  return {
    kind: model.kind,
    async generate(request, options) {
      options.signal.throwIfAborted()
      const call = breaker.tryCall()
      if (!call) throw new ImageModelError('unreachable', { retryAfterMs: breaker.retryAfterMs })
      try {
        const image = await model.generate(request, options)
        call.succeeded()
        return image
      } catch (error) {
        call.failed(error)
        throw error
      }
    },
  }
}
