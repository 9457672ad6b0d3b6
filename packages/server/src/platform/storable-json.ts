/** Deeper than any valid data, and far from a stack overflow: a card's definition may be 64 deep. */
const MAX_DEPTH = 100

/**
 * Why a JSON value cannot be stored; null when it can. The character NUL and half of a surrogate pair, in a text or a
 * key, fit in no database column, and a deeply nested value breaks recursive code. Walks level by level, without
 * recursion, since input may be nested deeper than the stack.
 */
export function unstorableReason(value: unknown): string | null {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return 'nested too deep'
    const next: unknown[] = []
    for (const one of level) {
      if (typeof one === 'string') {
        const reason = unstorableTextReason(one)
        if (reason) return reason
      }
      if (typeof one !== 'object' || one === null) continue
      if (one instanceof Uint8Array) continue // a file, whose bytes are not checked
      for (const [name, inner] of Object.entries(one)) {
        const reason = unstorableTextReason(name)
        if (reason) return reason
        next.push(inner)
      }
    }
    level = next
  }
  return null
}

function unstorableTextReason(text: string): string | null {
  if (text.includes('\0')) return 'the character NUL is not allowed'
  return text.isWellFormed() ? null : 'half of a surrogate pair is not allowed'
}

/** Whether objects and arrays are nested in more levels than these. Only for a value that `unstorableReason` has passed. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1))
}
