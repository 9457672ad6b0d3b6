import { PATTERNS, patternIndex } from './pattern.ts'

/**
 * The cloths of those who stand together, in the order of their ids: each has the own one, or the next that nobody
 * before has, so that no two of up to eight are alike.
 */
export function distinctPatternClasses(ids: readonly string[]): string[] {
  const used = new Set<number>()
  return ids.map((id) => {
    const own = patternIndex(id)
    let index = own
    while (used.has(index) && used.size < PATTERNS.length) index = (index + 1) % PATTERNS.length
    used.add(index)
    return `cloth-${PATTERNS[index]}`
  })
}
