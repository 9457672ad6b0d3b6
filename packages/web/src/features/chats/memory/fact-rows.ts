import type { Fact } from './use-memory.ts'

/** A fact that was forgotten a moment ago, and where it stood. */
export interface GoneFact {
  fact: Fact
  index: number
}

/** A row of the list: a fact, or the place where one was. */
export interface FactRow {
  fact: Fact
  isGone: boolean
}

/** The facts with those that were just forgotten in the places where they stood. */
export function rowsOf(facts: readonly Fact[], gone: readonly GoneFact[]): FactRow[] {
  const rows = facts.map((fact): FactRow => ({ fact, isGone: false }))
  const known = new Set(facts.map(({ id }) => id))
  const places = gone.filter(({ fact }) => !known.has(fact.id)).sort((a, b) => a.index - b.index)
  for (const { fact, index } of places) rows.splice(Math.min(index, rows.length), 0, { fact, isGone: true })
  return rows
}
