import { overlapShare, termHashes } from '@everkin/recall'
import { SAME_FACT_OVERLAP } from '../rules.ts'

/** What is stored of a forgotten fact. */
export interface ForgottenFact {
  sourceSeq: number | null
  terms: readonly number[]
}

/** A fact with fewer words than this says too little to be recognised again. */
const MIN_TERMS = 3

/**
 * Returns a check of whether a text must not be remembered: it is a forgotten fact's message, or contains nearly all of
 * the fact's words.
 */
export function forgottenFilter(
  forgotten: readonly ForgottenFact[],
): (said: { seq: number | null; text: string }) => boolean {
  if (forgotten.length === 0) return () => false
  const sources = new Set(forgotten.map((fact) => fact.sourceSeq))
  const comparable = forgotten.filter((fact) => fact.terms.length >= MIN_TERMS)
  return ({ seq, text }) => {
    if (seq !== null && sources.has(seq)) return true
    if (comparable.length === 0) return false
    const terms = new Set(termHashes(text))
    return comparable.some((fact) => overlapShare(fact.terms, terms) >= SAME_FACT_OVERLAP)
  }
}
