import { PATTERNS, patternIndex } from './pattern.ts'

/**
 * Colours of the participants of a chat, in the order of their ids: each has its own colour or the next unused one, so
 * that up to eight participants all differ.
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
