import { EmbeddingError } from './embedding-model.ts'
import type { MemoryServices } from './services.ts'

const AT_A_TIME = 32
const MOST_CHARACTERS = 4_000
const WITHIN_MS = 30_000

/** Vectors of texts, null where there is no model or it does not answer: words alone find most of what is remembered. */
export async function embedTexts(
  { embeddings, log }: Pick<MemoryServices, 'embeddings' | 'log'>,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(Float32Array | null)[]> {
  const vectors: (Float32Array | null)[] = texts.map(() => null)
  if (!embeddings) return vectors
  const places = [...texts.keys()].filter((place) => texts[place]?.trim())
  try {
    for (let from = 0; from < places.length; from += AT_A_TIME) {
      const some = places.slice(from, from + AT_A_TIME)
      const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)])
      const made = await embeddings.embed(
        some.map((place) => (texts[place] ?? '').slice(0, MOST_CHARACTERS)),
        within,
      )
      for (const [index, place] of some.entries()) vectors[place] = made[index] ?? null
    }
  } catch (error) {
    signal.throwIfAborted()
    const fault = error instanceof EmbeddingError ? error.fault : 'timeout'
    log.warn({ fault }, 'memories could not be given vectors; it is tried again with the next reading')
  }
  return vectors
}
