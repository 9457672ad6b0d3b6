import type { PathEntry } from '../chats/path-cache.ts'

/** So many answers are kept; a conversation that asks for more than these begins anew. */
const MOST_KEPT = 10_000

/**
 * Which messages in front of a conversation's end are on its path, as far as the database has been asked. What is above a
 * message never changes, so an answer holds for every path that leads through the message it was given for.
 */
export class KnownPath {
  #anchor: number | null = null
  #answers = new Map<number, boolean>()

  /** What is known of messages before `path` begins; what is found out is added by whoever asks. */
  before(path: readonly PathEntry[]): Map<number, boolean> {
    const anchor = this.#anchor
    if (this.#answers.size > MOST_KEPT || path.every(({ seq }) => seq !== anchor)) this.#answers = new Map()
    // From the middle, both a path that grows and one whose last words are said anew lead through it.
    this.#anchor = path[path.length >> 1]?.seq ?? null
    return this.#answers
  }
}
