import type { PathEntry } from '../chats/path-cache.ts'
import { termHashes } from './term-hashes.ts'

/** What is said last counts most; what was said before it tells what it is about. */
const WEIGHTS = [1, 0.3, 0.2]

/** The terms to look for, by the last messages of a conversation, and the words that a vector is made of. */
export function recallQuery(path: readonly PathEntry[]): { terms: Map<number, number>; text: string } {
  const said = path.filter((entry) => entry.role !== 'system' && entry.text !== '')
  const terms = new Map<number, number>()
  for (const [index, weight] of WEIGHTS.entries())
    for (const term of termHashes(said.at(-1 - index)?.text ?? ''))
      terms.set(term, Math.max(weight, terms.get(term) ?? 0))
  return { terms, text: said.at(-1)?.text ?? '' }
}
