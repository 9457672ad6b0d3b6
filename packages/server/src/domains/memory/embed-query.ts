import type { MemoryServices } from './services.ts'

/** A vector that takes longer than this is not waited for: words alone find most of it. */
const WITHIN_MS = 300
const MOST_CHARACTERS = 2_000

/** The vector of what was said last; null where there is no model for it, or it does not answer in time. */
export async function embedQuery(services: MemoryServices, text: string): Promise<Float32Array | null> {
  if (!services.embeddings || !services.ways.vectors || text.trim() === '') return null
  try {
    const signal = AbortSignal.timeout(WITHIN_MS)
    const [vector] = await services.embeddings.embed([text.slice(0, MOST_CHARACTERS)], signal)
    return vector ?? null
  } catch {
    return null // the model's state is in its breaker; a reply does not wait for it
  }
}
