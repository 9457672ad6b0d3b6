import { Bm25Index, reciprocalRankFusion, topK, VectorIndex } from '@everkin/recall'
import type { PathEntry } from '../../chats/module.ts'
import type { IndexedFact, IndexedPassage } from '../store/recall-store.ts'
import type { SummaryRow } from '../store/summary-store.ts'
import { type ForgottenFact, forgottenFilter } from './forgotten-filter.ts'
import type { RetrievalOptions } from './retrieval-options.ts'

/** A recall query: terms with their weights, and the vector of the last message. */
export interface RecallQuery {
  terms: ReadonlyMap<number, number>
  vector: Float32Array | null
  /** The passages nearest to it, by their last messages, when the database compares the vectors. */
  similar?: readonly number[]
}

export const MAX_RANKED = 40
const NEVER_MATCHES = 2 ** 31 - 1

/** The in-memory search index of a chat's memory. It grows with the chat; any other change needs a new index. */
export class RecallIndex {
  rev = 0
  summaries: readonly SummaryRow[] = []
  readonly pathMembership = new PathMembershipCache()
  readonly #facts = new Map<string, IndexedFact>()
  readonly #passages: { toSeq: number; seqs: number[] }[] = []
  /** The end of each passage; greater than any message number when the passage was replaced or has no terms. */
  #ends = new Int32Array(64)
  readonly #places = new Map<number, number>()
  readonly #words = new Bm25Index()
  #vectors: VectorIndex | null = new VectorIndex()
  #isForgotten: ReturnType<typeof forgottenFilter> = () => false

  /** Applies the facts and summaries that have changed up to `rev`. Call it after the changed passages are added. */
  applyChanges(rev: number, changes: { facts: IndexedFact[]; summaries: SummaryRow[] }): void {
    for (const fact of changes.facts) this.#facts.set(fact.id, fact)
    this.summaries = changes.summaries
    if (changes.facts.length > 0) this.#isForgotten = forgottenFilter(this.#forgottenFacts())
    this.rev = rev
  }

  /** Adds a passage, or replaces it. */
  addPassage({ toSeq, seqs, terms, vector }: IndexedPassage): void {
    const place = this.#passages.length
    if (place === this.#ends.length) this.#reservePlaces(place * 2)
    const before = this.#places.get(toSeq)
    if (before !== undefined) this.#ends[before] = NEVER_MATCHES
    this.#ends[place] = terms.length > 0 ? toSeq : NEVER_MATCHES
    this.#places.set(toSeq, place)
    this.#passages.push({ toSeq, seqs })
    this.#words.add(terms)
    this.#vectors?.add(vector)
  }

  #reservePlaces(count: number): void {
    const ends = new Int32Array(count)
    ends.set(this.#ends)
    this.#ends = ends
  }

  #forgottenFacts(): ForgottenFact[] {
    return [...this.#facts.values()].filter((fact) => fact.isForgotten)
  }

  get facts(): IndexedFact[] {
    return [...this.#facts.values()].filter((fact) => !fact.isForgotten)
  }

  get hasVectors(): boolean {
    return !this.#vectors || this.#vectors.hasAny || this.facts.some((fact) => fact.vector)
  }

  /** From now on the database compares the vectors of passages. */
  offloadVectors(): void {
    this.#vectors = null
  }

  get hasOffloadedVectors(): boolean {
    return this.#vectors === null
  }

  get vectorBytes(): number {
    return this.#vectors?.byteLength ?? 0
  }

  /** Approximate memory use. */
  get byteLength(): number {
    const [passages, facts] = [this.#passages.length * 160, this.#facts.size * 4_000]
    return 2_000 + this.#words.byteLength + passages + facts + this.vectorBytes
  }

  /** The last message of a path that ends a passage: it and all before it have been ingested. 0 when there is none. */
  lastIngestedSeq(path: readonly { seq: number }[]): number {
    return path.findLast(({ seq }) => this.#places.has(seq))?.seq ?? 0
  }

  /** Whether it was forgotten. */
  isForgotten(said: { seq: number | null; text: string }): boolean {
    return this.#isForgotten(said)
  }

  /** The passages that end before `beforeSeq` and match the query best, best first. */
  rankPassages(query: RecallQuery, options: RetrievalOptions, beforeSeq: number): { toSeq: number; seqs: number[] }[] {
    const ends = this.#ends
    const isEligible = (place: number) => ends[place]! < beforeSeq // every place has an end
    const rankings: number[][] = []
    if (options.words) rankings.push(topK(this.#words.score(query.terms), MAX_RANKED, isEligible))
    if (options.vectors && query.similar) rankings.push(query.similar.flatMap((seq) => this.#places.get(seq) ?? []))
    else if (options.vectors && query.vector && this.#vectors)
      rankings.push(this.#vectors.findNearest(query.vector, MAX_RANKED, isEligible))
    return reciprocalRankFusion(rankings)
      .slice(0, MAX_RANKED)
      .flatMap((place) => this.#passages[place] ?? [])
  }
}

/** Facts by current relevance: pinned ones, then the best matches, then the newest. */
export function rankFacts(facts: readonly IndexedFact[], query: RecallQuery, options: RetrievalOptions): IndexedFact[] {
  const words = new Bm25Index()
  const vectors = new VectorIndex()
  for (const fact of facts) {
    words.add(fact.terms)
    vectors.add(fact.vector)
  }
  const rankings: number[][] = []
  if (options.words) rankings.push(topK(words.score(query.terms), facts.length))
  if (options.vectors && query.vector) rankings.push(vectors.findNearest(query.vector, facts.length))
  const matching = reciprocalRankFusion(rankings).flatMap((place) => facts[place] ?? [])
  const newest = facts.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  return [...new Set([...facts.filter((fact) => fact.pinned), ...matching, ...newest])]
}

/** Maximum cached answers; a conversation that needs more starts over with an empty cache. */
const CACHE_SIZE = 10_000

/**
 * Caches which earlier messages are on a conversation's path, as far as the database has been queried. The ancestors of
 * a message never change, so an answer holds for every path through the message it was given for.
 */
export class PathMembershipCache {
  /** All answers hold for every path through this message. A message has a higher number than its ancestors. */
  #anchor = 0
  #answers = new Map<number, boolean>()

  /** The known answers about messages before `path` begins. The caller adds new answers to the map. */
  answersBefore(path: readonly PathEntry[]): Map<number, boolean> {
    if (this.#answers.size > CACHE_SIZE || path.every(({ seq }) => seq !== this.#anchor)) {
      this.#answers = new Map()
      this.#anchor = 0
    }
    // A growing path and one with a regenerated end both lead through the path's middle. The anchor only moves forward:
    // from an earlier message a branch may lead past what is known.
    this.#anchor = Math.max(this.#anchor, path[(path.length - 1) >> 1]?.seq ?? 0)
    return this.#answers
  }
}
