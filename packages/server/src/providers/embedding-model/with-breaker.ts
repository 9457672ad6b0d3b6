import { EmbeddingError, type EmbeddingFault, type EmbeddingModel } from '../../domains/memory/embedding-model.ts'

const FAILURES = 5
const WINDOW_MS = 30_000
const PROBE_AFTER_MS = 15_000
/** Faults of the server. A 429 is its right. */
const COUNTED: readonly EmbeddingFault[] = ['unreachable', 'timeout', 'overloaded', 'garbled']

/**
 * Spares a model that is down, and replies the wait for it (UPS-08): five failures within 30 seconds, or one refusal,
 * open the breaker; then everything fails at once as `unreachable`, and every 15 seconds one request tries again.
 */
export function withBreaker(model: EmbeddingModel, now: () => number = () => performance.now()): EmbeddingModel {
  let failures: number[] = []
  let openedAt: number | null = null
  let isProbing = false

  function failed(error: unknown): void {
    if (!(error instanceof EmbeddingError)) return
    if (openedAt !== null || error.fault === 'refused') openedAt = now()
    if (!COUNTED.includes(error.fault)) return
    failures = [...failures.filter((at) => at > now() - WINDOW_MS), now()]
    if (failures.length >= FAILURES) openedAt = now()
  }

  return {
    name: model.name,
    async embed(texts, signal) {
      signal.throwIfAborted()
      const isOpen = openedAt !== null
      if (openedAt !== null && (isProbing || now() - openedAt < PROBE_AFTER_MS)) throw new EmbeddingError('unreachable')
      isProbing = isOpen
      try {
        const vectors = await model.embed(texts, signal)
        openedAt = null
        failures = []
        return vectors
      } catch (error) {
        failed(error)
        throw error
      } finally {
        if (isOpen) isProbing = false
      }
    },
  }
}
