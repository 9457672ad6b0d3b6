/** A text that takes more than this part of the memory is read each time. */
const MAX_SHARE = 1 / 16

/**
 * `read`, with a memory of its results for the texts that were asked for last: up to `maxCharacters` of them together,
 * and at least about half as many. Callers share a result, so they must not change it.
 */
export function rememberTexts<Result>(maxCharacters: number, read: (text: string) => Result): (text: string) => Result {
  // Two generations instead of one map in order of use: moving entries to the end of a map leaves holes at its start,
  // and finding the oldest entry would skip them all each time.
  let recent = new Map<string, Result>()
  let older = new Map<string, Result>()
  let recentCharacters = 0
  return (text) => {
    const known = recent.get(text)
    if (known !== undefined) return known
    const result = older.get(text) ?? read(text)
    if (text.length > maxCharacters * MAX_SHARE) return result
    if (recentCharacters + text.length > maxCharacters / 2) {
      older = recent
      recent = new Map()
      recentCharacters = 0
    }
    recent.set(text, result)
    recentCharacters += text.length
    return result
  }
}
