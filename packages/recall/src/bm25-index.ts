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
 * language occur once, so a term costs its place in a table and two numbers, and each of its documents two more: an array
 * for every term would cost ten times as much.
 */
export class Bm25Index {
  /** The place of each term in `#newest` and `#counts`. */
  readonly #places = new TermTable()
  /** By place: the term's newest posting, and how many it has. */
  #newest = new Int32Array(64)
  #counts = new Int32Array(64)
  /** By posting: its document, and the posting of the same term before it; `NONE` for the first. */
  #documents = new Int32Array(64)
  #previous = new Int32Array(64)
  #postings = 0
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
    for (const term of terms) this.#addPosting(this.#placeOf(term), document)
  }

  /** Memory use, approximately. */
  get byteLength(): number {
    const arrays = [this.#newest, this.#counts, this.#documents, this.#previous, this.#lengths]
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, this.#places.byteLength)
  }

  #placeOf(term: number): number {
    const before = this.#places.size
    const place = this.#places.add(keyOf(term))
    if (place < before) return place
    if (place === this.#newest.length) {
      this.#newest = copyInto(this.#newest, new Int32Array(grown(place)))
      this.#counts = copyInto(this.#counts, new Int32Array(grown(place)))
    }
    this.#newest[place] = NONE
    return place
  }

  #addPosting(place: number, document: number): void {
    const posting = this.#postings
    this.#postings += 1
    if (posting === this.#documents.length) {
      this.#documents = copyInto(this.#documents, new Int32Array(grown(posting)))
      this.#previous = copyInto(this.#previous, new Int32Array(grown(posting)))
    }
    this.#documents[posting] = document
    this.#previous[posting] = this.#newest[place]!
    this.#newest[place] = posting
    this.#counts[place]! += 1
  }

  /**
   * A score for every document; 0 for one without any of the significant terms. The next search of any index overwrites
   * the array.
   */
  score(query: ReadonlyMap<number, number>): Float32Array {
    const scores = scratchZeros(this.#count)
    this.#weights ??= this.#computeWeights()
    for (const { place, weight } of this.#rarestTerms(query))
      addScores(scores, this.#newest[place]!, this.#documents, this.#previous, this.#weights, weight)
    return scores
  }

  #rarestTerms(query: ReadonlyMap<number, number>): WeightedTerm[] {
    const weighted: WeightedTerm[] = []
    for (const [term, queryWeight] of query) {
      const place = this.#places.find(keyOf(term))
      if (place === NONE) continue
      const count = this.#counts[place]!
      const rarity = Math.log(1 + (this.#count - count + 0.5) / (count + 0.5))
      if (this.#count > SMALL_INDEX && rarity < MIN_RARITY) continue
      weighted.push({ place, weight: queryWeight * rarity })
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

/** The next length of a full array: half as much again, since there are many indexes, and most of them grow slowly. */
function grown(length: number): number {
  return length + (length >> 1)
}

/**
 * The lower 32 bits of a term, which fit an array. Two of 50,000 terms share them in one chat of three, and then a passage
 * is found that should not be.
 */
function keyOf(term: number): number {
  return term | 0
}

/** A separate function on integers, so that the engine compiles one specialised version. */
function addScores(
  scores: Float32Array,
  newest: number,
  documents: Int32Array,
  previous: Int32Array,
  weights: Float32Array,
  weight: number,
): void {
  for (let posting = newest; posting !== NONE; posting = previous[posting]!) {
    const document = documents[posting]! // every posting has one
    scores[document]! += weight * weights[document]! // both have one for each document
  }
}

interface WeightedTerm {
  place: number
  weight: number
}
