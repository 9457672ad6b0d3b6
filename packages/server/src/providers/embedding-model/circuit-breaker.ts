import { createHash } from 'node:crypto'
import { EmbeddingError, type EmbeddingFault, type EmbeddingModel } from '../../modules/memory/embedding-model.ts'

const MAX_FAILURES = 5
const WINDOW_MS = 30_000
const PROBE_AFTER_MS = 15_000
/** Faults of the server. A 429 is its right. */
const COUNTED_FAULTS: readonly EmbeddingFault[] = ['unreachable', 'timeout', 'overloaded', 'garbled']

/**
 * Spares a model that is down, and replies the wait for it (UPS-08): five failures within 30 seconds, one 401, or
 * refusals of five different requests with no answer between them, open the breaker; then everything fails at once as
 * `unreachable`, and every 15 seconds one request tries again. A refusal of one text says nothing of other texts: by
 * itself it never opens the breaker, nor keeps it open.
 */
export function withCircuitBreaker(model: EmbeddingModel, now: () => number = () => performance.now()): EmbeddingModel {
  let failures: number[] = []
  let refusals = new Set<string>()
  let openedAt: number | null = null
  let isProbing = false

  function recordFailure(error: unknown, texts: readonly string[]): void {
    if (!(error instanceof EmbeddingError)) return
    if (error.status === 401) return open()
    if (error.fault === 'refused') return recordRefusal(texts)
    if (openedAt !== null) return open()
    if (!COUNTED_FAULTS.includes(error.fault)) return
    failures = [...failures.filter((at) => at > now() - WINDOW_MS), now()]
    if (failures.length >= MAX_FAILURES) open()
  }

  function recordRefusal(texts: readonly string[]): void {
    // The server lives and takes the key.
    openedAt = null
    refusals.add(createHash('sha256').update(JSON.stringify(texts)).digest('base64'))
    if (refusals.size >= MAX_FAILURES) open()
  }

  function open(): void {
    openedAt = now()
    refusals = new Set()
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
        refusals = new Set()
        return vectors
      } catch (error) {
        recordFailure(error, texts)
        throw error
      } finally {
        if (isOpen) isProbing = false
      }
    },
  }
}
