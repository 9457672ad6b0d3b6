/** Which documents hold which terms, and how well they answer a query: BM25 without counts of a term within one. */
export class WordIndex {
  readonly #postings = new Map<number, number[]>()
  readonly #lengths: number[] = []
  #allLengths = 0
  #living = 0

  /** Adds a document under the next number, from 0. */
  add(terms: readonly number[]): void {
    const document = this.#lengths.length
    this.#lengths.push(terms.length)
    this.#allLengths += terms.length
    this.#living += 1
    for (const term of terms) {
      const posting = this.#postings.get(term)
      if (posting) posting.push(document)
      else this.#postings.set(term, [document])
    }
  }

  /** A score for every document, 0 where it holds none of the terms. */
  score(query: ReadonlyMap<number, number>): Float32Array {
    const scores = new Float32Array(this.#lengths.length)
    const average = this.#allLengths / Math.max(1, this.#living)
    for (const [term, weight] of query) {
      const posting = this.#postings.get(term)
      if (!posting) continue
      const rarity = Math.log(1 + (this.#living - posting.length + 0.5) / (posting.length + 0.5))
      // Words that nearly all hold tell nothing, and are most of the work.
      if (this.#living > 40 && rarity < COMMON) continue
      for (const document of posting) {
        const length = (this.#lengths[document] ?? 0) / average
        scores[document] = (scores[document] ?? 0) + weight * rarity * (2.2 / (1 + 1.2 * (0.6 + 0.4 * length)))
      }
    }
    return scores
  }
}

const COMMON = 0.7

/** The numbers of the best `most` that have more than nothing, best first. */
export function bestOf(scores: Float32Array, most: number): number[] {
  const best: number[] = []
  let least = 0
  for (let document = 0; document < scores.length; document++) {
    const score = scores[document] ?? 0
    if (score <= least && (best.length >= most || score <= 0)) continue
    let at = best.length
    while (at > 0 && (scores[best[at - 1] ?? 0] ?? 0) < score) at -= 1
    best.splice(at, 0, document)
    if (best.length > most) best.pop()
    if (best.length === most) least = scores[best[most - 1] ?? 0] ?? 0
  }
  return best
}
