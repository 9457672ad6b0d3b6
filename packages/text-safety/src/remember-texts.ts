/** A text that takes more than this part of the memory is read each time. */
const MAX_SHARE = 1 / 16

/**
 * `read`, with a memory of its results for the texts that were asked for last, up to `maxCharacters` of them together.
 * Callers share a result, so they must not change it.
 */
export function rememberTexts<Result>(maxCharacters: number, read: (text: string) => Result): (text: string) => Result {
  /** The text that was asked for longest ago comes first. */
  const known = new Map<string, Result>()
  let characters = 0
  return (text) => {
    const earlier = known.get(text)
    if (earlier !== undefined) {
      known.delete(text)
      known.set(text, earlier)
      return earlier
    }
    const result = read(text)
    if (text.length > maxCharacters * MAX_SHARE) return result
    known.set(text, result)
    characters += text.length
    for (const oldest of known.keys()) {
      if (characters <= maxCharacters) break
      known.delete(oldest)
      characters -= oldest.length
    }
    return result
  }
}
