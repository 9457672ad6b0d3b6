import type { LoreRegex } from './prepare-lore.ts'

/** Runs patterns that people wrote for as long as one prompt may spend on them. */
export interface RegexBudget {
  /** Whether the pattern is in the text, or in as much of its end as a program of its size may read. */
  test(regex: LoreRegex, text: string): boolean
}

/** Program size times characters of one search. The slowest programs need some 100 ns for each. */
const MAX_SEARCH_COST = 200_000
/**
 * How long all searches of a prompt may take. Ordinary books need a tenth of it; the machine's states are made while it
 * reads, so that nothing tells beforehand which patterns are slow.
 */
const MAX_TIME_MS = 30

export function createRegexBudget(): RegexBudget {
  let spentMs = 0
  return {
    test({ compiled, size }, text) {
      if (spentMs > MAX_TIME_MS) return false
      const seen = text.slice(-Math.max(1, Math.floor(MAX_SEARCH_COST / size)))
      const from = threadMs()
      const isFound = compiled.test(seen)
      spentMs += threadMs() - from
      return isFound
    },
  }
}

/** What this thread has worked, so that a busy machine changes no prompt. Node 22 knows it of the process alone. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}
