/** Deeper than anything of ours, and far from where a stack runs out: a card's definition may be 64 deep. */
const MAX_DEPTH = 100

/**
 * Why a value made of JSON can not be taken in; null when it can. The character NUL, in a text or a name, fits in no
 * database column, and what is nested too deep breaks whoever walks it. Walks level by level, without recursion, since
 * what people send may be nested deeper than the stack.
 */
export function unstorableReason(value: unknown): string | null {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return 'nested too deep'
    const next: unknown[] = []
    for (const one of level) {
      if (typeof one === 'string' && one.includes('\0')) return 'the character NUL is not allowed'
      if (typeof one !== 'object' || one === null) continue
      if (one instanceof Uint8Array) continue // a file, which holds what it likes
      for (const [name, inner] of Object.entries(one)) {
        if (name.includes('\0')) return 'the character NUL is not allowed'
        next.push(inner)
      }
    }
    level = next
  }
  return null
}
