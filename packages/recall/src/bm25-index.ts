import { PostingLists } from './posting-lists.ts'
import { copyInto, scratchZeros } from './ranking.ts'
import { TermTable } from './term-table.ts'

/** A term in more than half of the documents is useless for ranking, and costs the most work. */
const MIN_RARITY = 0.7
const SMALL_INDEX = 40
/**
 * Only the most significant terms of a query are used: the others are most of the work and hardly change the ranking.
 * Lucene's MoreLikeThis takes 25 for the same reason; here a longer word counts as two terms.
 */
const MAX_QUERY_TERMS = 40
const NONE = -1

/**
 * An index of the terms in documents, ranked by BM25 without term frequencies within a document. Most terms of a
 * language occur once, so a term takes an entry in a table and three numbers, and each of its documents takes one
 * number. An array for every term would take ten times as much.
 */
export class Bm25Index {
  /** The number of each term in `#postings`. */
  readonly #terms = new TermTable()
  readonly #postings = new PostingLists()
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
    for (const term of terms) this.#postings.add(this.#terms.add(keyOf(term)), document)
  }

  /** Memory use, approximately. */
  get byteLength(): number {
    return this.#terms.byteLength + this.#postings.byteLength + this.#lengths.byteLength
  }

  /**
   * A score for every document; 0 for one without any of the significant terms. The next search of any index overwrites
   * the array.
   */
  score(query: ReadonlyMap<number, number>): Float32Array {
    const scores = scratchZeros(this.#count)
    this.#weights ??= this.#computeWeights()
    for (const { term, weight } of this.#rarestTerms(query))
      this.#postings.addScores(term, scores, this.#weights, weight)
    return scores
  }

  #rarestTerms(query: ReadonlyMap<number, number>): WeightedTerm[] {
    const weighted: WeightedTerm[] = []
    for (const [asked, queryWeight] of query) {
      const term = this.#terms.find(keyOf(asked))
      if (term === NONE) continue
      const count = this.#postings.count(term)
      const rarity = Math.log(1 + (this.#count - count + 0.5) / (count + 0.5))
      if (this.#count > SMALL_INDEX && rarity < MIN_RARITY) continue
      weighted.push({ term, weight: queryWeight * rarity })
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

/**
 * The lower 32 bits of a term, which fit an array. Two of 50,000 terms share them in one chat of three, and then a passage
 * is found that should not be.
 */
function keyOf(term: number): number {
  return term | 0
}

interface WeightedTerm {
  /** Its number in the index. */
  term: number
  weight: number
}
