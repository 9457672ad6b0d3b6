import type { TextModel } from './text-model.ts'

/**
 * How many tokens a model makes of a text, never fewer than its server will count as far as that is known. Keep one per
 * model: it learns from what the server reports.
 */
export interface TokenEstimator {
  /** Whether `count` uses the model's own tokenizer. */
  readonly isExact: boolean
  /** Tokens of one text, without what a chat template adds. */
  count(text: string): number
  /** Tokens of a text whose base estimate is already known, for instance because it is stored with a message. */
  scale(baseTokens: number): number
  /**
   * Learns from a reply's usage: `baseTokens` is the base estimate of the whole prompt that was sent, with what the
   * template adds. Not for prompts with images, whose tokens have nothing to do with the text.
   */
  learn(baseTokens: number, promptTokens: number): void
}

/** Prompts below this say little: what the chat template adds is too large a part of them. */
const MIN_BASE_TOKENS = 200
/** Outside of these a report is not about the whole prompt: some servers leave out what they had cached. */
const MIN_RATIO = 0.55
const MAX_RATIO = 4
/** How many reports are kept. Long enough that a change of language does not make the estimate too small at once. */
const WINDOW = 24
/** Below this many reports the estimate is never reduced. */
const MIN_REPORTS = 4
const MARGIN = 1.06

/**
 * An estimator for `model`. Where the tokenizer is not known it multiplies the base estimate by the highest ratio that
 * the server reported lately, plus a margin: a text in a language in which the base estimate is too low raises it with
 * the first report, and only several reports in a row reduce it.
 */
export function createTokenEstimator(model: TextModel, countBase: (text: string) => number): TokenEstimator {
  const ratios: number[] = []
  let factor = 1

  return {
    get isExact() {
      return model.countTokens !== undefined
    },
    count: (text) => model.countTokens?.(text) ?? Math.ceil(countBase(text) * factor),
    scale: (baseTokens) => Math.ceil(baseTokens * factor),
    learn(baseTokens, promptTokens) {
      const ratio = promptTokens / baseTokens
      if (!(baseTokens >= MIN_BASE_TOKENS && ratio >= MIN_RATIO && ratio <= MAX_RATIO)) return
      ratios.push(ratio)
      if (ratios.length > WINDOW) ratios.shift()
      const learnt = Math.max(...ratios) * MARGIN
      factor = ratios.length < MIN_REPORTS ? Math.max(1, learnt) : learnt
    },
  }
}
