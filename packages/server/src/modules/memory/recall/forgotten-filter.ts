import { termHashes } from '@everkin/recall'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import { SAME_FACT_OVERLAP } from '../rules.ts'

/** What is stored of a forgotten fact. */
export interface ForgottenFact {
  sourceSeq: number | null
  terms: readonly number[]
}

/** A message or another text that could be remembered. */
interface Rememberable {
  seq: number | null
  text: string
}

/** A fact with fewer words than this says too little to be recognised again. */
const MIN_TERMS = 3

/** The terms of a fact of which at most this many may be missing in a text that counts as the same. */
function maxMissingTerms(termCount: number): number {
  return Math.floor(termCount * (1 - SAME_FACT_OVERLAP) + 1e-9)
}

/**
 * Returns a check of whether a text must not be remembered: it is a forgotten fact's message, or contains nearly all of
 * the fact's words. One check takes some milliseconds at most, for as many facts as a chat keeps.
 */
export function forgottenFilter(forgotten: readonly ForgottenFact[]): (said: Rememberable) => boolean {
  if (forgotten.length === 0) return () => false
  const sources = new Set(forgotten.map((fact) => fact.sourceSeq))
  const comparable = forgotten.filter((fact) => fact.terms.length >= MIN_TERMS)
  const byTerm = indexSomeTerms(comparable)
  return ({ seq, text }) => {
    if (seq !== null && sources.has(seq)) return true
    if (byTerm.size === 0) return false
    const terms = new Set(termHashes(text))
    const candidates = new Set<ForgottenFact>()
    for (const term of terms) for (const fact of byTerm.get(term) ?? []) candidates.add(fact)
    for (const fact of candidates) if (containsNearlyAll(terms, fact.terms)) return true
    return false
  }
}

/**
 * Facts by some of their terms: one more than may be missing, so that a text with nearly all of a fact's terms has at
 * least one of these.
 */
function indexSomeTerms(facts: readonly ForgottenFact[]): Map<number, ForgottenFact[]> {
  const byTerm = new Map<number, ForgottenFact[]>()
  for (const fact of facts) {
    for (const term of fact.terms.slice(0, maxMissingTerms(fact.terms.length) + 1)) {
      const alike = byTerm.get(term)
      if (alike) alike.push(fact)
      else byTerm.set(term, [fact])
    }
  }
  return byTerm
}

function containsNearlyAll(terms: ReadonlySet<number>, wanted: readonly number[]): boolean {
  let left = maxMissingTerms(wanted.length)
  for (const term of wanted) if (!terms.has(term) && --left < 0) return false
  return true
}

/** The texts that pass a check. Reading long texts takes a while, so others get their turn in between. */
export async function filterPaced<Item>(items: readonly Item[], passes: (item: Item) => boolean): Promise<Item[]> {
  const passed: Item[] = []
  for (const item of items) {
    await yieldIfDue()
    if (passes(item)) passed.push(item)
  }
  return passed
}
