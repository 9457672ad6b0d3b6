import { bestOf } from './best-of.ts'
import { fuseRanks } from './fuse-ranks.ts'
import type { IndexedFact } from './index-store.ts'
import type { RecallQuery } from './recall-index.ts'
import type { RecallWays } from './recall-ways.ts'
import { VectorIndex } from './vector-index.ts'
import { WordIndex } from './word-index.ts'

/** Facts in the order in which they matter now: pinned ones, then those that answer best, then the newest. */
export function rankFacts(facts: readonly IndexedFact[], query: RecallQuery, ways: RecallWays): IndexedFact[] {
  const words = new WordIndex()
  const vectors = new VectorIndex()
  for (const fact of facts) {
    words.add(fact.terms)
    vectors.add(fact.vector)
  }
  const rankings: number[][] = []
  if (ways.words) rankings.push(bestOf(words.score(query.terms), facts.length))
  if (ways.vectors && query.vector) rankings.push(vectors.findBest(query.vector, facts.length))
  const answering = fuseRanks(rankings).flatMap((place) => facts[place] ?? [])
  const newest = facts.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  return [...new Set([...facts.filter((fact) => fact.pinned), ...answering, ...newest])]
}
