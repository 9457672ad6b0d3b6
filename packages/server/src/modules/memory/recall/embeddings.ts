import { LRUCache } from 'lru-cache'
import { EmbeddingError } from '../embedding-model.ts'
import type { MemoryServices } from '../services.ts'

const BATCH_SIZE = 32
const MAX_TEXT_CHARACTERS = 4_000
const BATCH_TIMEOUT_MS = 30_000

/** Vectors of texts; null where there is no model or it does not answer. Words alone find most memories. */
export async function embedTexts(
  services: Pick<MemoryServices, 'embeddings' | 'log'>,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(Float32Array | null)[]> {
  const { log } = services
  const embeddings = services.embeddings()
  const vectors: (Float32Array | null)[] = texts.map(() => null)
  if (!embeddings) return vectors
  const indexes = [...texts.keys()].filter((position) => texts[position]?.trim())
  try {
    for (let from = 0; from < indexes.length; from += BATCH_SIZE) {
      const batch = indexes.slice(from, from + BATCH_SIZE)
      const batchSignal = AbortSignal.any([signal, AbortSignal.timeout(BATCH_TIMEOUT_MS)])
      const embedded = await embeddings.embed(
        batch.map((position) => (texts[position] ?? '').slice(0, MAX_TEXT_CHARACTERS)),
        batchSignal,
      )
      for (const [index, position] of batch.entries()) vectors[position] = embedded[index] ?? null
    }
  } catch (error) {
    signal.throwIfAborted()
    const fault = error instanceof EmbeddingError ? error.fault : 'timeout'
    log.warn({ fault }, 'memories could not be embedded; the next ingest will retry')
  }
  return vectors
}

/** The longest wait for a query's vector; words alone find most memories. */
const QUERY_TIMEOUT_MS = 300
const MAX_QUERY_CHARACTERS = 2_000
const QUERY_CACHE_SIZE = 100

/** The most recently requested vectors: a regenerated or continued reply requests the same one. */
const queryCache = new WeakMap<object, LRUCache<string, Float32Array>>()

/** The vector of the last message; null when there is no model for it or it does not answer in time. */
export async function embedQuery(services: MemoryServices, said: string): Promise<Float32Array | null> {
  const { retrieval: options } = services
  const embeddings = services.embeddings()
  const text = said.slice(0, MAX_QUERY_CHARACTERS)
  if (!embeddings || !options.vectors || text.trim() === '') return null
  const vectors = queryCache.get(embeddings) ?? new LRUCache<string, Float32Array>({ max: QUERY_CACHE_SIZE })
  queryCache.set(embeddings, vectors)
  const cached = vectors.get(text)
  if (cached) return cached
  try {
    const [vector] = await embeddings.embed([text], AbortSignal.timeout(QUERY_TIMEOUT_MS))
    if (!vector) return null
    vectors.set(text, vector)
    return vector
  } catch {
    return null // its circuit breaker tracks the failure; a reply does not wait
  }
}
