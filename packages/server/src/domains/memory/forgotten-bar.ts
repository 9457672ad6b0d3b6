import { SAME_SHARE } from './rules.ts'
import { shareOf, termHashes } from './term-hashes.ts'

/** What is kept of a fact that was forgotten. */
export interface Forgotten {
  sourceSeq: number | null
  terms: readonly number[]
}

/** With fewer words than this a fact says too little to know it again by. */
const LEAST_TERMS = 3

/** Tells whether a text may not be remembered: it is a forgotten fact's message, or has nearly all of its words. */
export function forgottenBar(forgotten: readonly Forgotten[]): (said: { seq: number | null; text: string }) => boolean {
  if (forgotten.length === 0) return () => false
  const sources = new Set(forgotten.map((fact) => fact.sourceSeq))
  const telling = forgotten.filter((fact) => fact.terms.length >= LEAST_TERMS)
  return ({ seq, text }) => {
    if (seq !== null && sources.has(seq)) return true
    if (telling.length === 0) return false
    const terms = new Set(termHashes(text))
    return telling.some((fact) => shareOf(fact.terms, terms) >= SAME_SHARE)
  }
}
