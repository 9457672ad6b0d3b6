import { copyInto } from './ranking.ts'

const NONE = -1
const MIN_RECENT = 256
/** Bounds how long one merge takes. */
const MAX_RECENT = 2 ** 18

/**
 * The documents of each term. A posting is one document of one term. Most postings are in one array, sorted by term: a
 * list is read sequentially, which is fast, and a posting takes 4 bytes. Recent ones are linked, each to the one of the same
 * term before it, and are merged into the array when there are a quarter as many.
 */
export class PostingLists {
  /** By term: where its sorted postings begin. One longer than the terms that were known at the last merge. */
  #starts = new Int32Array(1)
  #sorted = new Int32Array(0)
  /** By term: the newest of its recent postings, and how many postings it has in all. */
  #newest = new Int32Array(64)
  #counts = new Int32Array(64)
  #terms = 0
  /** By recent posting: its document, and the previous recent posting of the same term or `NONE`. */
  #documents = new Int32Array(64)
  #previous = new Int32Array(64)
  #recent = 0

  get byteLength(): number {
    const arrays = [this.#starts, this.#sorted, this.#newest, this.#counts, this.#documents, this.#previous]
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  /** How many documents have the term, which must have been added. */
  count(term: number): number {
    return this.#counts[term]! // every term has one
  }

  /** Adds a document to the list of a term: a number of an earlier call, or the next one, from 0. */
  add(term: number, document: number): void {
    if (term === this.#terms) this.#addTerm()
    const posting = this.#recent
    if (posting === this.#documents.length) {
      this.#documents = copyInto(this.#documents, new Int32Array(grown(posting)))
      this.#previous = copyInto(this.#previous, new Int32Array(grown(posting)))
    }
    this.#documents[posting] = document
    this.#previous[posting] = this.#newest[term]!
    this.#newest[term] = posting
    this.#counts[term]! += 1
    this.#recent += 1
    if (this.#recent >= Math.max(MIN_RECENT, Math.min(MAX_RECENT, this.#sorted.length >> 2))) this.#merge()
  }

  /** Adds `weight * weights[document]` to the score of each document of the term. */
  addScores(term: number, scores: Float32Array, weights: Float32Array, weight: number): void {
    const isSorted = term < this.#starts.length - 1
    if (isSorted) addSorted(scores, this.#sorted, this.#starts[term]!, this.#starts[term + 1]!, weights, weight)
    addLinked(scores, this.#newest[term]!, this.#documents, this.#previous, weights, weight)
  }

  #addTerm(): void {
    const term = this.#terms
    if (term === this.#newest.length) {
      this.#newest = copyInto(this.#newest, new Int32Array(grown(term)))
      this.#counts = copyInto(this.#counts, new Int32Array(grown(term)))
    }
    this.#newest[term] = NONE
    this.#terms += 1
  }

  #merge(): void {
    const starts = new Int32Array(this.#terms + 1)
    for (let term = 0; term < this.#terms; term++) starts[term + 1] = starts[term]! + this.#counts[term]!
    const sorted = new Int32Array(starts[this.#terms]!)
    const before = this.#starts.length - 1
    for (let term = 0; term < this.#terms; term++) {
      let at = starts[term]!
      if (term < before)
        for (let from = this.#starts[term]!; from < this.#starts[term + 1]!; from++) sorted[at++] = this.#sorted[from]!
      at = starts[term + 1]!
      for (let posting = this.#newest[term]!; posting !== NONE; posting = this.#previous[posting]!)
        sorted[--at] = this.#documents[posting]!
    }
    this.#starts = starts
    this.#sorted = sorted
    this.#newest.fill(NONE, 0, this.#terms)
    this.#documents = new Int32Array(64)
    this.#previous = new Int32Array(64)
    this.#recent = 0
  }
}

/** The next length of a full array: half as much again, since there are many indexes, and most of them grow slowly. */
function grown(length: number): number {
  return length + (length >> 1)
}

/** These take only numbers and typed arrays, so that the engine compiles one specialised version of each. */
function addSorted(
  scores: Float32Array,
  sorted: Int32Array,
  from: number,
  to: number,
  weights: Float32Array,
  weight: number,
): void {
  for (let at = from; at < to; at++) {
    const document = sorted[at]!
    scores[document]! += weight * weights[document]! // both have one for each document
  }
}

function addLinked(
  scores: Float32Array,
  newest: number,
  documents: Int32Array,
  previous: Int32Array,
  weights: Float32Array,
  weight: number,
): void {
  for (let posting = newest; posting !== NONE; posting = previous[posting]!) {
    const document = documents[posting]!
    scores[document]! += weight * weights[document]! // as above
  }
}
