import { type ImageFault, type ImageModel, ImageModelError } from '../../modules/image-tasks/image-model.ts'

const MAX_FAILURES = 5
const WINDOW_MS = 30_000
const PROBE_AFTER_MS = 15_000
/** Faults of the server. A 429 is its right, and so is a picture that it would not make. */
const COUNTED_FAULTS: readonly ImageFault[] = ['unreachable', 'timeout', 'overloaded', 'garbled']

/**
 * Spares a provider that is down (UPS-08): five failures within 30 seconds, or one refusal, open the breaker; then
 * everything fails at once as `unreachable`, and every 15 seconds one request tries again.
 */
export function withCircuitBreaker(model: ImageModel, now: () => number = () => performance.now()): ImageModel {
  let failures: number[] = []
  let openedAt: number | null = null
  let isProbing = false

  function recordFailure(error: unknown): void {
    if (!(error instanceof ImageModelError)) return
    if (openedAt !== null || error.fault === 'refused') openedAt = now()
    if (!COUNTED_FAULTS.includes(error.fault)) return
    failures = [...failures.filter((at) => at > now() - WINDOW_MS), now()]
    if (failures.length >= MAX_FAILURES) openedAt = now()
  }

  return {
    kind: model.kind,
    async generate(request, options) {
      options.signal.throwIfAborted()
      const isOpen = openedAt !== null
      if (openedAt !== null && (isProbing || now() - openedAt < PROBE_AFTER_MS))
        throw new ImageModelError('unreachable', { retryAfterMs: PROBE_AFTER_MS })
      isProbing = isOpen
      try {
        const made = await model.generate(request, options)
        openedAt = null
        failures = []
        return made
      } catch (error) {
        recordFailure(error)
        throw error
      } finally {
        if (isOpen) isProbing = false
      }
    },
  }
}
