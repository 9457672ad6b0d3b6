/**
 * Whether some text in a value made of JSON has the character NUL, which no database column can hold. Walks without
 * recursion: what people send may be nested deeper than the stack.
 */
export function containsNul(value: unknown): boolean {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (next instanceof Uint8Array) continue // a file, which holds what it likes
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) waiting.push(inner)
  }
  return false
}
