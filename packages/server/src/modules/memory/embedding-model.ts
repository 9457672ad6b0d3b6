/** The seam to embedding models; `providers/embedding-model` implements it, `wiring/memory.ts` chooses one. */
export interface EmbeddingModel {
  /** Vectors of models with different names are not comparable. */
  readonly name: string
  /**
   * One vector for each text, in their order, all of one length.
   * @throws EmbeddingError; the reason of `signal` when it fires.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
}

export type EmbeddingFault = 'unreachable' | 'timeout' | 'rate_limited' | 'refused' | 'overloaded' | 'garbled'

/** Why there is no vector. Never carries the upstream's words, address or key. */
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
