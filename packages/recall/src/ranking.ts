/** The indices of the best `limit` positive scores, best first; the lower index first for equal scores. */
export function topK(
  scores: Float32Array,
  limit: number,
  isEligible: (index: number) => boolean = () => true,
): number[] {
  const best: number[] = []
  let threshold = 0
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index] ?? 0
    if (score <= threshold || !isEligible(index)) continue
    let at = best.length
    while (at > 0 && (scores[best[at - 1] ?? 0] ?? 0) < score) at -= 1
    best.splice(at, 0, index)
    if (best.length > limit) best.pop()
    if (best.length === limit) threshold = scores[best[limit - 1] ?? 0] ?? 0
  }
  return best
}

/**
 * Controls how much the first rank counts over the second: the constant of Cormack, Clarke and Büttcher (SIGIR 2009).
 */
const RANK_CONSTANT = 60

/**
 * Reciprocal rank fusion: merges rankings whose scores cannot be compared. An item's score is the sum of 1 / (60 +
 * rank) over the rankings that contain it. Equal items keep the order in which they were first seen.
 */
export function reciprocalRankFusion<Item>(rankings: readonly (readonly Item[])[]): Item[] {
  const scores = new Map<Item, number>()
  for (const ranking of rankings)
    for (const [index, item] of ranking.entries())
      scores.set(item, (scores.get(item) ?? 0) + 1 / (RANK_CONSTANT + index + 1))
  return [...scores].sort((a, b) => b[1] - a[1]).map(([item]) => item)
}

let scratch = new Float32Array(0)

/**
 * A shared array of zeros, overwritten by the next caller. A search runs without interruption, and allocating a tenth
 * of a megabyte for each would cause most of its garbage.
 */
export function scratchZeros(count: number): Float32Array {
  if (scratch.length < count) scratch = new Float32Array(Math.ceil(count * 1.25))
  return scratch.subarray(0, count).fill(0)
}

/** Copies `from` to the beginning of the longer `to`. */
export function copyInto<Numbers extends Uint16Array | Int32Array | Float32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
