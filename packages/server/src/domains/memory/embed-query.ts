import type { MemoryServices } from './services.ts'

/** A vector that takes longer than this is not waited for: words alone find most of it. */
const WITHIN_MS = 300
const MOST_CHARACTERS = 2_000
const KEPT = 100

/** The vectors asked for last: a reply that is written anew, or continued, asks for the same. */
const kept = new WeakMap<object, Map<string, Float32Array>>()

/** The vector of what was said last; null where there is no model for it, or it does not answer in time. */
export async function embedQuery(services: MemoryServices, said: string): Promise<Float32Array | null> {
  const { embeddings, ways } = services
  const text = said.slice(0, MOST_CHARACTERS)
  if (!embeddings || !ways.vectors || text.trim() === '') return null
  const vectors = kept.get(embeddings) ?? new Map<string, Float32Array>()
  kept.set(embeddings, vectors)
  const known = vectors.get(text)
  if (known) return known
  try {
    const [vector] = await embeddings.embed([text], AbortSignal.timeout(WITHIN_MS))
    if (!vector) return null
    if (vectors.size >= KEPT) vectors.delete(vectors.keys().next().value ?? '')
    vectors.set(text, vector)
    return vector
  } catch {
    return null // the model's state is in its breaker; a reply does not wait for it
  }
}
