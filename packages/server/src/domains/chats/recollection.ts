import type { PathEntry } from './path-cache.ts'
import type { Turn } from './turn.ts'

/** What comes to mind for one reply. */
export interface Recollection {
  /** The story so far, as far as it is no longer in the prompt word for word; empty while all of it fits. */
  summary: string
  /** The facts that matter now, best first. */
  facts: readonly { id: string; text: string }[]
}

/**
 * The port to what is remembered of a chat; `domains/memory` stands behind it. It is asked before each reply, so it is
 * quick, and it never throws: a reply without memories is better than none.
 */
export type Recall = (turn: Turn, path: readonly PathEntry[]) => Promise<Recollection>

const NOTHING: Recollection = { summary: '', facts: [] }

/** Where nothing is remembered. */
export const recallNothing: Recall = async () => NOTHING
