/** The eight pattern colours; each is a CSS class `cloth-<name>` that sets `--cloth`, `-wash`, `-solid`, `-night`. */
export const PATTERNS = ['tide', 'moss', 'brass', 'plum', 'clay', 'slate', 'rose', 'teal'] as const

export type PatternName = (typeof PATTERNS)[number]

/** The CSS class of an id's pattern; the same id always has the same one. */
export function patternClass(id: string): string {
  return `cloth-${PATTERNS[patternIndex(id)]}`
}

/** Index of an id's own pattern: FNV-1a over its code units. */
export function patternIndex(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % PATTERNS.length
}
