import { indexTerms } from '../../characters/module.ts'

const MAX_TERMS = 400
const STEM_LENGTH = 5
const SPACED_SCRIPTS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{N}]+$/u

/**
 * The words of a text as 52-bit numbers, folded as search folds them. A longer word is also added by its prefix, so
 * that "sisters" finds "sister" in every language that inflects at the end. Scripts without spaces use pairs of
 * neighbouring characters.
 */
export function termHashes(text: string): number[] {
  const hashes = new Set<number>()
  for (const term of indexTerms(text)) {
    hashes.add(hash52(term))
    if (term.length > STEM_LENGTH && SPACED_SCRIPTS.test(term)) hashes.add(hash52(`${term.slice(0, STEM_LENGTH)}~`))
    if (hashes.size >= MAX_TERMS) break
  }
  return [...hashes]
}

/** The share of `terms` that are in `within`: 1 when all are, 0 when there are none. */
export function overlapShare(terms: readonly number[], within: ReadonlySet<number>): number {
  if (terms.length === 0) return 0
  return terms.reduce((count, term) => count + (within.has(term) ? 1 : 0), 0) / terms.length
}

/** Two runs of FNV-1a from different starts, 26 bits of each: integers that every database accepts. */
function hash52(text: string): number {
  let high = 0x811c9dc5
  let low = 0x01000193
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ code, 0x85ebca6b)
    low ^= low >>> 13
  }
  return (high >>> 6) * 0x4000000 + (low >>> 6)
}
