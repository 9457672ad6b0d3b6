import { isUnspaced } from './tokenize.ts'

/** The number of typos allowed in a word of this length: one from four letters on, two from seven. */
export function maxTypos(word: string): 0 | 1 | 2 {
  if (isUnspaced(word) || word.length < 4) return 0
  return word.length < 7 ? 1 : 2
}

const DELETION_PREFIX_LENGTH = 7

/**
 * The prefix of a word with up to as many letters left out as typos are allowed (symmetric deletes). Two words within
 * that distance share a variant, so that an index finds similar words.
 */
export function deletionVariants(word: string): string[] {
  const variants = new Set<string>()
  let layer = [word.slice(0, DELETION_PREFIX_LENGTH)]
  const depth = maxTypos(word)
  if (depth === 0) return []
  for (let left = 0; left <= depth; left++) {
    for (const variant of layer) variants.add(variant)
    layer = layer.flatMap((variant) =>
      Array.from(variant, (_, index) => variant.slice(0, index) + variant.slice(index + 1)),
    )
  }
  return [...variants]
}

/**
 * The number of letters changed, left out, inserted or swapped with their neighbour between two words; `maxDistance` +
 * 1 for anything above.
 */
export function editDistance(one: string, other: string, maxDistance: number): number {
  if (Math.abs(one.length - other.length) > maxDistance) return maxDistance + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (isSame ? 0 : 1)) // all filled above
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwap) least = Math.min(least, before[j - 2]! + 1) // filled two rows ago
      row.push(least)
    }
    before = last
    last = row
  }
  return Math.min(last[other.length] ?? maxDistance + 1, maxDistance + 1)
}
