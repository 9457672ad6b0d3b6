/** Models that mostly think before they speak, by the names that their makers give them. */
const LIKELY_TO_REASON = /\b(?:o[134](?:-|$)|gpt-5|gpt-oss|(?:deepseek-)?r1\b|qwq|magistral)|thinking|reason(?:er|ing)/i
/** Of these, those whose templates open the thought in the prompt, so that only its closing tag is seen. */
const LIKELY_TO_LEAVE_UNOPENED = /\br1\b|qwq|thinking/i
/** So many replies in a row without a closing tag, and text is no longer held back. */
const PLAIN_REPLIES = 2

/** What a finished reply has shown of how its model thinks. */
export interface ReasoningObservation {
  /** In a field of its own, between tags, or by a reply that ended without text for want of room. */
  hasReasoned: boolean
  /** A thought was closed that had not been opened. */
  hasUnopened: boolean
  /** It was cut off, and began as thoughts do: a thought that was longer than the reply might be. */
  looksUnopened: boolean
}

/**
 * How one model thinks, learnt from its replies and kept for the life of this process. Nothing is held back from an
 * ordinary model. The first thought without an opening tag from a model with an ordinary name is retracted when it
 * closes; from then on its text is held back until a thought has closed.
 */
export class ReasoningProfile {
  #reasons: boolean
  #holdsUnopened: boolean
  #repliesWithout = 0
  #hasBeenSeen = false

  constructor(modelName: string) {
    this.#reasons = LIKELY_TO_REASON.test(modelName)
    this.#holdsUnopened = LIKELY_TO_LEAVE_UNOPENED.test(modelName)
  }

  /** Whether requests leave room for reasoning. */
  get reasons(): boolean {
    return this.#reasons
  }

  /** Whether text is held back until a thought has closed. */
  get holdsUnopened(): boolean {
    return this.#holdsUnopened
  }

  learn({ hasReasoned, hasUnopened, looksUnopened }: ReasoningObservation): void {
    this.#reasons ||= hasReasoned || hasUnopened || looksUnopened
    if (hasUnopened || looksUnopened) {
      this.#hasBeenSeen ||= hasUnopened
      this.#holdsUnopened = true
      this.#repliesWithout = 0
      return
    }
    this.#repliesWithout += 1
    // A name is a guess that one reply corrects; what was seen takes more.
    if (!this.#hasBeenSeen || this.#repliesWithout >= PLAIN_REPLIES) this.#holdsUnopened = false
  }
}
