import { diffArrays } from 'diff'

/** A run of words, and whether it is missing from the other text. */
export interface Stretch {
  words: string
  isOwn: boolean
}

export interface WordDiff {
  /** The first text; what the second lacks is marked. */
  from: Stretch[]
  /** The second text; what the first lacks is marked. */
  to: Stretch[]
  /** Numbers of words, not counting what separates them. */
  gone: number
  come: number
}

/** Time limit for long texts with little in common; beyond it they count as entirely different. */
const MAX_MS = 400

/**
 * Compares two texts word by word, in every script: words are segmented by the rules of Unicode, so this also works
 * for Japanese and Chinese, which are written without spaces.
 */
export function diffWords(from: string, to: string): WordDiff {
  const [first, second] = [wordsOf(from), wordsOf(to)]
  const changes = diffArrays(first, second, { timeout: MAX_MS }) ?? [
    { value: first, added: false, removed: true },
    { value: second, added: true, removed: false },
  ]
  const diff: WordDiff = { from: [], to: [], gone: 0, come: 0 }
  for (const { value, added, removed } of changes) {
    const words = value.join('')
    if (words === '') continue
    if (!added) diff.from.push({ words, isOwn: removed === true })
    if (!removed) diff.to.push({ words, isOwn: added === true })
    if (removed) diff.gone += count(value)
    if (added) diff.come += count(value)
  }
  return diff
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

function wordsOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

function count(words: string[]): number {
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
