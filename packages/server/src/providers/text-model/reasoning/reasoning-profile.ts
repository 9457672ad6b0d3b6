/** Name patterns of models that usually reason before they reply. */
const LIKELY_TO_REASON = /\b(?:o[134](?:-|$)|gpt-5|gpt-oss|(?:deepseek-)?r1\b|qwq|magistral)|thinking|reason(?:er|ing)/i
/** Those of them whose templates open the reasoning in the prompt, so that only its closing tag is seen. */
const LIKELY_TO_LEAVE_UNOPENED = /\br1\b|qwq|thinking/i
/** After this many consecutive replies without a closing tag, text is no longer buffered. */
const PLAIN_REPLIES = 2

/** What a finished reply reveals about how its model reasons. */
export interface ReasoningObservation {
  /** In a field of its own, between tags, or by a reply that ended without text for lack of room. */
  hasReasoned: boolean
  /** A closing tag came without an opening one. */
  hasUnopened: boolean
  /** It was cut off and started like reasoning, which was probably longer than the reply could be. */
  looksUnopened: boolean
}

/**
 * How one model reasons, learnt from its replies and kept for the life of this process. An ordinary model's text is not
 * buffered. The first reasoning without an opening tag from a model with an ordinary name is retracted when it closes;
 * from then on its text is buffered until a closing tag.
 */
export class ReasoningProfile {
  #reasons: boolean
  #holdsUnopened: boolean
  #repliesWithout = 0
  #hasBeenSeen = false

  /** `reasons` when it is known from elsewhere that the model reasons. */
  constructor(modelName: string, { reasons = false } = {}) {
    this.#reasons = reasons || LIKELY_TO_REASON.test(modelName)
    this.#holdsUnopened = LIKELY_TO_LEAVE_UNOPENED.test(modelName)
  }

  /** Whether requests leave room for reasoning. */
  get reasons(): boolean {
    return this.#reasons
  }

  /** Whether text is buffered until a closing tag. */
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
    // A guess from the name is corrected by one reply; an observation takes more.
    if (!this.#hasBeenSeen || this.#repliesWithout >= PLAIN_REPLIES) this.#holdsUnopened = false
  }
}
