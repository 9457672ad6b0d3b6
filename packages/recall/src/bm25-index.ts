import { copyInto, scratchZeros } from './ranking.ts'

/** A term in more than half of the documents is useless for ranking, and costs the most work. */
const MIN_RARITY = 0.7
const SMALL_INDEX = 40
/**
 * Only the most significant terms of a query are used: the others are most of the work and hardly change the ranking.
 * Lucene's MoreLikeThis takes 25 for the same reason; here a longer word counts as two terms.
 */
const MAX_QUERY_TERMS = 40

/** An index of the terms in documents, ranked by BM25 without term frequencies within a document. */
export class Bm25Index {
  readonly #postings = new Map<number, Posting>()
  #lengths = new Uint16Array(64)
  #count = 0
  #totalLength = 0
  /** The weight of a term in each document, by the document's length; computed on first use. */
  #weights: Float32Array | null = null

  /** Adds a document under the next number, from 0. */
  add(terms: readonly number[]): void {
    const document = this.#count
    this.#count += 1
    if (document === this.#lengths.length) this.#lengths = copyInto(this.#lengths, new Uint16Array(document * 2))
    this.#lengths[document] = terms.length
    this.#totalLength += terms.length
    this.#weights = null
    for (const term of terms) {
      const posting = this.#postings.get(term)
      if (!posting) this.#postings.set(term, { documents: Int32Array.of(document), count: 1 })
      else appendDocument(posting, document)
    }
  }

  /**
   * A score for every document; 0 for one without any of the significant terms. The next search of any index overwrites
   * the array.
   */
  score(query: ReadonlyMap<number, number>): Float32Array {
    const scores = scratchZeros(this.#count)
    this.#weights ??= this.#computeWeights()
    for (const { posting, weight } of this.#rarestPostings(query))
      addScores(scores, posting.documents, posting.count, this.#weights, weight)
    return scores
  }

  #rarestPostings(query: ReadonlyMap<number, number>): WeightedPosting[] {
    const weighted: WeightedPosting[] = []
    for (const [term, queryWeight] of query) {
      const posting = this.#postings.get(term)
      if (!posting) continue
      const rarity = Math.log(1 + (this.#count - posting.count + 0.5) / (posting.count + 0.5))
      if (this.#count > SMALL_INDEX && rarity < MIN_RARITY) continue
      weighted.push({ posting, weight: queryWeight * rarity })
    }
    if (weighted.length <= MAX_QUERY_TERMS) return weighted
    return weighted.sort((a, b) => b.weight - a.weight).slice(0, MAX_QUERY_TERMS)
  }

  #computeWeights(): Float32Array {
    const average = this.#totalLength / Math.max(1, this.#count)
    return Float32Array.from(
      this.#lengths.subarray(0, this.#count),
      (length) => 2.2 / (1 + 1.2 * (0.6 + (0.4 * length) / average)),
    )
  }
}

/** A separate function on integers, so that the engine compiles one specialised version. */
function addScores(
  scores: Float32Array,
  documents: Int32Array,
  count: number,
  weights: Float32Array,
  weight: number,
): void {
  for (let index = 0; index < count; index++) {
    const document = documents[index]! // within
    scores[document]! += weight * weights[document]! // both have one for each document
  }
}

interface WeightedPosting {
  posting: Posting
  weight: number
}

interface Posting {
  documents: Int32Array
  count: number
}

function appendDocument(posting: Posting, document: number): void {
  const { documents, count } = posting
  if (count === documents.length) posting.documents = copyInto(documents, new Int32Array(count * 2))
  posting.documents[count] = document
  posting.count += 1
}
