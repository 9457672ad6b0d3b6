import { diffArrays } from 'diff'

/** A stretch of words, and whether the other text has it too. */
export interface Stretch {
  words: string
  isOwn: boolean
}

export interface WordDiff {
  /** The first text, with what the second does not have. */
  from: Stretch[]
  /** The second text, with what the first does not have. */
  to: Stretch[]
  /** Words, without what stands between them. */
  gone: number
  come: number
}

/** Two texts of many thousand words that have little in common: after this long they are simply different. */
const MAX_MS = 400

/**
 * What differs between two texts, word by word, in every script: words are found by the rules of Unicode, so that
 * Japanese and Chinese, which set no spaces, differ by words, too.
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
