import type { PathEntry } from '../chats/path-cache.ts'
import { isCrisisText } from '../safety/detect-crisis.ts'
import { termHashes } from './term-hashes.ts'

/** What is said last counts most; what was said before it tells what it is about. */
const WEIGHTS = [1, 0.3, 0.2]

/**
 * The terms to look for, by the last messages of a conversation, and the words that a vector is made of. Crisis messages
 * are passed over: nothing is looked up for them, and they are not sent to an embedding model.
 */
export function recallQuery(path: readonly PathEntry[]): { terms: Map<number, number>; text: string } {
  const said: PathEntry[] = []
  for (let at = path.length - 1; at >= 0 && said.length < WEIGHTS.length; at--) {
    const entry = path[at]
    if (entry && entry.role !== 'system' && entry.text !== '' && !isCrisisText(entry.text)) said.push(entry)
  }
  const terms = new Map<number, number>()
  for (const [index, weight] of WEIGHTS.entries())
    for (const term of termHashes(said[index]?.text ?? '')) terms.set(term, Math.max(weight, terms.get(term) ?? 0))
  return { terms, text: said[0]?.text ?? '' }
}
