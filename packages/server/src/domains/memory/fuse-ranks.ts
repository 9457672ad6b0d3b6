/** How much being first counts over being second: the constant of Cormack, Clarke and Büttcher (SIGIR 2009). */
const K = 60

/**
 * Reciprocal rank fusion: puts together rankings whose scores can not be compared. Something's score is the sum of
 * 1 / (60 + rank) over the rankings that have it; equal ones stand in the order in which they were first seen.
 */
export function fuseRanks<Item>(rankings: readonly (readonly Item[])[]): Item[] {
  const scores = new Map<Item, number>()
  for (const ranking of rankings)
    for (const [index, item] of ranking.entries()) scores.set(item, (scores.get(item) ?? 0) + 1 / (K + index + 1))
  return [...scores].sort((a, b) => b[1] - a[1]).map(([item]) => item)
}
