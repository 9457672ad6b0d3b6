/** A term that more than half hold tells nothing, and is most of the work. */
const COMMON = 0.7
const SMALL = 40

/** Which documents hold which terms, and how well they answer a query: BM25 without counts of a term within one. */
export class WordIndex {
  readonly #postings = new Map<number, Posting>()
  #lengths = new Uint16Array(64)
  #count = 0
  #allLengths = 0
  /** What a term counts in each document, by its length; made when it is first asked for. */
  #weights: Float32Array | null = null

  /** Adds a document under the next number, from 0. */
  add(terms: readonly number[]): void {
    const document = this.#count
    this.#count += 1
    if (document === this.#lengths.length) this.#lengths = twice(this.#lengths, new Uint16Array(document * 2))
    this.#lengths[document] = terms.length
    this.#allLengths += terms.length
    this.#weights = null
    for (const term of terms) {
      const posting = this.#postings.get(term)
      if (!posting) this.#postings.set(term, { documents: Int32Array.of(document), count: 1 })
      else append(posting, document)
    }
  }

  /** A score for every document, 0 where it holds none of the terms. */
  score(query: ReadonlyMap<number, number>): Float32Array {
    const scores = new Float32Array(this.#count)
    this.#weights ??= this.#weigh()
    const weights = this.#weights
    for (const [term, wanted] of query) {
      const posting = this.#postings.get(term)
      if (!posting) continue
      const { documents, count } = posting
      const rarity = Math.log(1 + (this.#count - count + 0.5) / (count + 0.5))
      if (this.#count > SMALL && rarity < COMMON) continue
      addScores(scores, documents.subarray(0, count), weights, wanted * rarity)
    }
    return scores
  }

  #weigh(): Float32Array {
    const average = this.#allLengths / Math.max(1, this.#count)
    return Float32Array.from(
      this.#lengths.subarray(0, this.#count),
      (length) => 2.2 / (1 + 1.2 * (0.6 + (0.4 * length) / average)),
    )
  }
}

/** By itself and in signed numbers: the engine compiles it once for all, and for nothing else. */
function addScores(scores: Float32Array, documents: Int32Array, weights: Float32Array, weight: number): void {
  for (let index = 0; index < documents.length; index++) {
    const document = documents[index]! // within
    scores[document]! += weight * weights[document]! // both have one for each document
  }
}

interface Posting {
  documents: Int32Array
  count: number
}

function append(posting: Posting, document: number): void {
  const { documents, count } = posting
  if (count === documents.length) posting.documents = twice(documents, new Int32Array(count * 2))
  posting.documents[count] = document
  posting.count += 1
}

function twice<Numbers extends Uint16Array | Int32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
