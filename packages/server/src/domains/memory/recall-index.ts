import { type Forgotten, forgottenBar } from './forgotten-bar.ts'
import { fuseRanks } from './fuse-ranks.ts'
import type { IndexedFact, IndexedPassage } from './index-store.ts'
import type { RecallWays } from './recall-ways.ts'
import type { SummaryRow } from './summary-store.ts'
import { VectorIndex } from './vector-index.ts'
import { bestOf, WordIndex } from './word-index.ts'

/** What is on people's minds: terms with their weights, and the vector of the newest words. */
export interface RecallQuery {
  terms: ReadonlyMap<number, number>
  vector: Float32Array | null
}

const MOST_RANKED = 40

/** A chat's memory, held ready to be searched. Grows with the chat; anything but growth makes a new one. */
export class RecallIndex {
  rev = 0
  summaries: readonly SummaryRow[] = []
  readonly #facts = new Map<string, IndexedFact>()
  readonly #passages: { toSeq: number; seqs: number[]; isLatest: boolean }[] = []
  readonly #places = new Map<number, number>()
  readonly #covered = new Set<number>()
  readonly #words = new WordIndex()
  readonly #vectors = new VectorIndex()
  #terms = 0
  #isBarred: ReturnType<typeof forgottenBar> = () => false

  /** Takes in what has changed up to `rev`. */
  grow(rev: number, changes: { facts: IndexedFact[]; passages: IndexedPassage[]; summaries: SummaryRow[] }): void {
    for (const fact of changes.facts) this.#facts.set(fact.id, fact)
    for (const passage of changes.passages) this.#addPassage(passage)
    this.summaries = changes.summaries
    if (changes.facts.length > 0) this.#isBarred = forgottenBar(this.#forgotten())
    this.rev = rev
  }

  #addPassage({ toSeq, seqs, terms, vector }: IndexedPassage): void {
    const before = this.#places.get(toSeq)
    if (before !== undefined) this.#passages[before]!.isLatest = false // a place holds a passage
    this.#places.set(toSeq, this.#passages.length)
    this.#passages.push({ toSeq, seqs, isLatest: terms.length > 0 })
    this.#words.add(terms)
    this.#vectors.add(vector)
    this.#terms += terms.length
    this.#covered.add(toSeq)
    for (const seq of seqs) this.#covered.add(seq)
  }

  #forgotten(): Forgotten[] {
    return [...this.#facts.values()].filter((fact) => fact.isForgotten)
  }

  get facts(): IndexedFact[] {
    return [...this.#facts.values()].filter((fact) => !fact.isForgotten)
  }

  get hasVectors(): boolean {
    return this.#vectors.hasAny || this.facts.some((fact) => fact.vector)
  }

  /** Roughly what it takes of memory. */
  get byteLength(): number {
    return 2_000 + this.#terms * 24 + this.#passages.length * 160 + this.#vectors.byteLength + this.#facts.size * 4_000
  }

  /** Whether a message has been read into a passage, on whatever path. */
  covers(seq: number): boolean {
    return this.#covered.has(seq)
  }

  /** Whether it was to be forgotten. */
  isBarred(said: { seq: number | null; text: string }): boolean {
    return this.#isBarred(said)
  }

  /** The passages that end before `beforeSeq` and answer best, best first. */
  rankPassages(query: RecallQuery, ways: RecallWays, beforeSeq: number): { toSeq: number; seqs: number[] }[] {
    const counts = (place: number) => {
      const passage = this.#passages[place]
      return passage?.isLatest === true && passage.toSeq < beforeSeq
    }
    const rankings: number[][] = []
    if (ways.words) rankings.push(bestOf(this.#words.score(query.terms), MOST_RANKED * 3))
    if (ways.vectors && query.vector && this.#vectors.hasAny)
      rankings.push(bestOf(this.#vectors.score(query.vector), MOST_RANKED * 3))
    const counted = rankings.map((ranking) => ranking.filter(counts).slice(0, MOST_RANKED))
    return fuseRanks(counted)
      .slice(0, MOST_RANKED)
      .flatMap((place) => this.#passages[place] ?? [])
  }
}
