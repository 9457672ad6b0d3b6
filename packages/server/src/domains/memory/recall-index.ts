import { bestOf } from './best-of.ts'
import { type Forgotten, forgottenBar } from './forgotten-bar.ts'
import { fuseRanks } from './fuse-ranks.ts'
import type { IndexedFact, IndexedPassage } from './index-store.ts'
import { KnownPath } from './known-path.ts'
import { moved } from './number-arrays.ts'
import type { RecallWays } from './recall-ways.ts'
import type { SummaryRow } from './summary-store.ts'
import { VectorIndex } from './vector-index.ts'
import { WordIndex } from './word-index.ts'

/** What is on people's minds: terms with their weights, and the vector of the newest words. */
export interface RecallQuery {
  terms: ReadonlyMap<number, number>
  vector: Float32Array | null
  /** The passages nearest to it, by their last messages, where the index has left comparing to the database. */
  alike?: readonly number[]
}

export const MOST_RANKED = 40
const NEVER = 2 ** 31 - 1

/** A chat's memory, held ready to be searched. Grows with the chat; anything but growth makes a new one. */
export class RecallIndex {
  rev = 0
  summaries: readonly SummaryRow[] = []
  readonly knownPath = new KnownPath()
  readonly #facts = new Map<string, IndexedFact>()
  readonly #passages: { toSeq: number; seqs: number[] }[] = []
  /** Where each passage ends; beyond every conversation where it has been taken anew, or holds no word. */
  #ends = new Int32Array(64)
  readonly #places = new Map<number, number>()
  readonly #words = new WordIndex()
  #vectors: VectorIndex | null = new VectorIndex()
  #terms = 0
  #isBarred: ReturnType<typeof forgottenBar> = () => false

  /** Takes in facts and summaries that have changed up to `rev`, after the passages that have. */
  grow(rev: number, changes: { facts: IndexedFact[]; summaries: SummaryRow[] }): void {
    for (const fact of changes.facts) this.#facts.set(fact.id, fact)
    this.summaries = changes.summaries
    if (changes.facts.length > 0) this.#isBarred = forgottenBar(this.#forgotten())
    this.rev = rev
  }

  /** Takes in a passage, or takes it anew. */
  addPassage({ toSeq, seqs, terms, vector }: IndexedPassage): void {
    const place = this.#passages.length
    if (place === this.#ends.length) this.#ends = moved(this.#ends, new Int32Array(place * 2))
    const before = this.#places.get(toSeq)
    if (before !== undefined) this.#ends[before] = NEVER
    this.#ends[place] = terms.length > 0 ? toSeq : NEVER
    this.#places.set(toSeq, place)
    this.#passages.push({ toSeq, seqs })
    this.#words.add(terms)
    this.#vectors?.add(vector)
    this.#terms += terms.length
  }

  #forgotten(): Forgotten[] {
    return [...this.#facts.values()].filter((fact) => fact.isForgotten)
  }

  get facts(): IndexedFact[] {
    return [...this.#facts.values()].filter((fact) => !fact.isForgotten)
  }

  get hasVectors(): boolean {
    return !this.#vectors || this.#vectors.hasAny || this.facts.some((fact) => fact.vector)
  }

  /** From now on the database compares the vectors of passages. */
  leaveVectors(): void {
    this.#vectors = null
  }

  get leavesVectors(): boolean {
    return this.#vectors === null
  }

  get vectorBytes(): number {
    return this.#vectors?.byteLength ?? 0
  }

  /** Roughly what it takes of memory. */
  get byteLength(): number {
    return 2_000 + this.#terms * 24 + this.#passages.length * 160 + this.vectorBytes + this.#facts.size * 4_000
  }

  /** The last message of a path that ends a passage: it and all before it have been read. 0 where none does. */
  lastRead(path: readonly { seq: number }[]): number {
    return path.findLast(({ seq }) => this.#places.has(seq))?.seq ?? 0
  }

  /** Whether it was to be forgotten. */
  isBarred(said: { seq: number | null; text: string }): boolean {
    return this.#isBarred(said)
  }

  /** The passages that end before `beforeSeq` and answer best, best first. */
  rankPassages(query: RecallQuery, ways: RecallWays, beforeSeq: number): { toSeq: number; seqs: number[] }[] {
    const ends = this.#ends
    const counts = (place: number) => ends[place]! < beforeSeq // every place has an end
    const rankings: number[][] = []
    if (ways.words) rankings.push(bestOf(this.#words.score(query.terms), MOST_RANKED, counts))
    if (ways.vectors && query.alike) rankings.push(query.alike.flatMap((seq) => this.#places.get(seq) ?? []))
    else if (ways.vectors && query.vector && this.#vectors)
      rankings.push(this.#vectors.findBest(query.vector, MOST_RANKED, counts))
    return fuseRanks(rankings)
      .slice(0, MOST_RANKED)
      .flatMap((place) => this.#passages[place] ?? [])
  }
}
