import { countTokens, createTokenEstimator, type TextModel, type TokenEstimator } from '../../models/module.ts'

const estimators = new WeakMap<TextModel, TokenEstimator>()
const calibrated = new WeakSet<TextModel>()

/** In tenths, so that a small change of the estimate does not move the beginning of every conversation. */
const STEPS = 10
/** A path is loaded for the model that makes the fewest tokens of a text. */
const MIN_FACTOR = 0.5

/**
 * How many tokens a model makes of one of our estimated tokens. It is learnt from what its server reports, and for a
 * model whose tokenizer is known also from that. 1 until something is known; never below the lowest factor.
 */
export function tokenFactorOf(model: TextModel): number {
  const factor = (estimators.get(model)?.scale(1_000) ?? 1_000) / 1_000
  return Math.max(MIN_FACTOR, Math.ceil(factor * STEPS - 0.001) / STEPS)
}

/** The most of our estimated tokens that may fit a context of this size, whatever the model makes of them. */
export function maxTokensIn(contextTokens: number): number {
  return Math.ceil(contextTokens / MIN_FACTOR)
}

/** Learns from a reply. Not for prompts with images, whose tokens have nothing to do with the text. */
export function learnTokenFactor(model: TextModel, estimatedTokens: number, promptTokens: number): void {
  estimatorOf(model).learn(estimatedTokens, promptTokens)
}

/** Learns from the model's own tokenizer, once, with the beginning of a prompt. Does nothing where it is not known. */
export function calibrateTokenFactor(model: TextModel, text: string): void {
  if (!model.countTokens || calibrated.has(model)) return
  calibrated.add(model)
  const sample = text.slice(0, SAMPLE_LENGTH)
  estimatorOf(model).learn(countTokens(sample), model.countTokens(sample))
}

/** Long enough to be typical of a prompt, short enough for a few milliseconds. */
const SAMPLE_LENGTH = 4_000

function estimatorOf(model: TextModel): TokenEstimator {
  const known = estimators.get(model)
  if (known) return known
  const estimator = createTokenEstimator(model, countTokens)
  estimators.set(model, estimator)
  return estimator
}
