import type { PathEntry } from '../chats/path-cache.ts'

/** So many answers are kept; a conversation that asks for more than these begins anew. */
const MOST_KEPT = 10_000

/**
 * Which messages in front of a conversation's end are on its path, as far as the database has been asked. What is above a
 * message never changes, so an answer holds for every path that leads through the message it was given for.
 */
export class KnownPath {
  /** All answers hold for every path through this message; a message has a higher number than those it follows. */
  #anchor = 0
  #answers = new Map<number, boolean>()

  /** What is known of messages before `path` begins; what is found out is added by whoever asks. */
  before(path: readonly PathEntry[]): Map<number, boolean> {
    if (this.#answers.size > MOST_KEPT || path.every(({ seq }) => seq !== this.#anchor)) {
      this.#answers = new Map()
      this.#anchor = 0
    }
    // Both a path that grows and one whose last words are said anew lead through its middle. It only moves on: from an
    // earlier message a branch may set out that leads past what is known.
    this.#anchor = Math.max(this.#anchor, path[(path.length - 1) >> 1]?.seq ?? 0)
    return this.#answers
  }
}
