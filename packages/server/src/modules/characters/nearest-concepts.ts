import { LRUCache } from 'lru-cache'
import { loadConcepts } from './concepts.ts'

/** An embedding model, as far as search uses it. */
export interface TextVectors {
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
}

/** A reader waits for search; without the vector they get what the words alone find. */
const QUERY_TIMEOUT_MS = 300
const DESCRIPTIONS_TIMEOUT_MS = 30_000
const QUERY_CACHE_SIZE = 200
const MAX_QUERY_CHARACTERS = 200
const MAX_CONCEPTS = 3
/** How many standard deviations a concept must be above the average likeness; what is alike differs by model. */
const OUTSTANDING = 1.8

/**
 * Finds the concepts whose meaning is nearest to a query, best first; none if the model does not answer in time. Only
 * the concepts have vectors, so this costs the same with any number of cards. The first query has them made.
 */
export function createConceptFinder(model: TextVectors): (query: string) => Promise<readonly string[]> {
  const found = new LRUCache<string, readonly string[]>({ max: QUERY_CACHE_SIZE })
  let described: Promise<[string, Float32Array][] | null> | null = null

  async function describe(): Promise<[string, Float32Array][] | null> {
    const descriptions = [...loadConcepts().descriptions]
    try {
      const signal = AbortSignal.timeout(DESCRIPTIONS_TIMEOUT_MS)
      const vectors = await model.embed(
        descriptions.map(([, text]) => text),
        signal,
      )
      return descriptions.flatMap(([concept], index) => {
        const vector = vectors[index]
        return vector ? [[concept, vector]] : []
      })
    } catch {
      described = null // its circuit breaker tracks the failure; the next query tries again
      return null
    }
  }

  return async (query) => {
    const text = query.trim().slice(0, MAX_QUERY_CHARACTERS)
    const known = found.get(text)
    if (known || text === '') return known ?? []
    try {
      described ??= describe()
      const signal = AbortSignal.timeout(QUERY_TIMEOUT_MS)
      const [concepts, vectors] = await Promise.all([orNull(described, signal), model.embed([text], signal)])
      const [vector] = vectors
      if (!concepts || !vector) return []
      const near = outstanding(concepts.map(([concept, one]) => ({ concept, likeness: cosine(one, vector) })))
      found.set(text, near)
      return near
    } catch {
      return []
    }
  }
}

/** Like `createConceptFinder`, with the model in use at the time of a search; without a model, nothing is near. */
export function createCurrentConceptFinder(
  current: () => TextVectors | null,
): (query: string) => Promise<readonly string[]> {
  let opened: { model: TextVectors; findNearestConcepts: ReturnType<typeof createConceptFinder> } | null = null
  return async (query) => {
    const model = current()
    if (!model) return []
    if (opened?.model !== model) opened = { model, findNearestConcepts: createConceptFinder(model) }
    return opened.findNearestConcepts(query)
  }
}

/** The value, or null if it is not there when the signal aborts. */
function orNull<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value | null> {
  const aborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
  return Promise.race([value, aborted])
}

function outstanding(likenesses: readonly { concept: string; likeness: number }[]): string[] {
  const mean = likenesses.reduce((sum, { likeness }) => sum + likeness, 0) / Math.max(1, likenesses.length)
  const variance =
    likenesses.reduce((sum, { likeness }) => sum + (likeness - mean) ** 2, 0) / Math.max(1, likenesses.length)
  return likenesses
    .filter(({ likeness }) => likeness > mean + OUTSTANDING * Math.sqrt(variance))
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, MAX_CONCEPTS)
    .map(({ concept }) => concept)
}

function cosine(one: Float32Array, other: Float32Array): number {
  let product = 0
  let lengthOfOne = 0
  let lengthOfOther = 0
  for (let index = 0; index < one.length; index++) {
    const a = one[index] ?? 0
    const b = other[index] ?? 0
    product += a * b
    lengthOfOne += a * a
    lengthOfOther += b * b
  }
  return product / (Math.sqrt(lengthOfOne * lengthOfOther) || 1)
}
