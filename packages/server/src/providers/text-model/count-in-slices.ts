import { countTokens as estimateTokens } from '../../modules/models/module.ts'

interface SliceSettings {
  /** Longest slice. The time of some tokenizers grows with the square of the longest piece without a boundary. */
  sliceLength: number
  /** What comes after is estimated, so that no text holds the event loop for long. */
  exactLength: number
}

/**
 * A tokenizer’s count that takes a bounded time for any text: counts slice by slice, exactly up to a limit, and estimates
 * the rest by how the beginning compares with the estimate. A slice that cuts a word costs at most one token too many.
 */
export function countInSlices(
  countSlice: (text: string) => number,
  { sliceLength, exactLength }: SliceSettings,
): (text: string) => number {
  return (text) => {
    let tokens = 0
    let from = 0
    while (from < text.length && from < exactLength) {
      const to = endOfSlice(text, from, sliceLength)
      tokens += countSlice(text.slice(from, to))
      from = to
    }
    if (from >= text.length) return tokens
    const ratio = Math.max(0.5, tokens / Math.max(1, estimateTokens(text.slice(0, from))))
    return tokens + Math.ceil(estimateTokens(text.slice(from)) * Math.min(4, ratio * 1.1))
  }
}

/** Before a blank if there is one, since tokens begin with the blank before a word. */
function endOfSlice(text: string, from: number, sliceLength: number): number {
  const end = from + sliceLength
  if (end >= text.length) return text.length
  for (let at = end; at > from + sliceLength / 4; at--) {
    if (text[at] === ' ' && text[at - 1] !== ' ') return at
  }
  const isPair = text.charCodeAt(end) >= 0xdc00 && text.charCodeAt(end) <= 0xdfff
  return isPair ? end - 1 : end
}
