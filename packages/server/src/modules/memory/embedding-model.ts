/**
 * The port to embedding models. `providers/embedding-model` implements it, and `choose.ts` there picks one for
 * `compose-modules.ts`.
 */
export interface EmbeddingModel {
  /** Vectors of models with different names are not comparable. */
  readonly name: string
  /**
   * One vector per text, in the same order, all of the same length.
   * @throws EmbeddingError; the reason of `signal` when it is aborted.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
}

export type EmbeddingFault = 'unreachable' | 'timeout' | 'rate_limited' | 'refused' | 'overloaded' | 'garbled'

/** Why there is no vector. Never contains the provider's message, address or key. */
export class EmbeddingError extends Error {
  readonly fault: EmbeddingFault
  readonly status: number | null

  constructor(fault: EmbeddingFault, cause?: unknown, status: number | null = null) {
    super(`embedding model: ${fault}`, { cause })
    this.name = 'EmbeddingError'
    this.fault = fault
    this.status = status
  }
}
