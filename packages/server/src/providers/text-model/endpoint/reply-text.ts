import {
  TextModelError,
  type TextModelPart,
  type TextModelRequest,
  type TokenUsage,
} from '../../../modules/models/module.ts'
import type { ReasoningProfile } from '../reasoning/reasoning-profile.ts'
import type { SplitPiece } from '../reasoning/reasoning-splitter.ts'
import { StorableText } from '../reasoning/storable-text.ts'
import { VisibleText } from '../reasoning/visible-text.ts'
import type { TextModelLimits } from './limits.ts'

export type FinishReason = Extract<TextModelPart, { type: 'finish' }>['reason']

/** No tokenizer in use packs more characters into a token; longer text exceeds what was requested. */
const MAX_CHARACTERS_PER_TOKEN = 16
const MAX_OPENING_LENGTH = 2_000
/** No model has a context anywhere near it. */
const MAX_REPORTED_TOKENS = 1_000_000_000
/** How models start to reason; only checked for a reply that was cut off, since stories may start so too. */
const REASONING_OPENING =
  /^\W*(?:okay|ok|alright|hmm|so|let me|first|we need|i need|the user)\b[\s\S]*\bthe user\b|^\s*(?:好的|嗯|首先|用户)[\s\S]*用户/i

/**
 * The text of one reply while it arrives, whatever protocol it arrives in: separates text from reasoning, ends the reply
 * at its limits and decides how it finished. Takes text and reasoning in the order in which the server sent them.
 */
export class ReplyText {
  readonly #request: TextModelRequest
  readonly #profile: ReasoningProfile
  readonly #shown: VisibleText
  readonly #reasoning = new StorableText()
  /** The beginning of the visible text. */
  #opening = ''
  #shownTokens: TokenCount
  readonly #reasoningTokens: TokenCount
  #hasReasoningField = false
  /** Why the reply ended; null while it has not. */
  finish: FinishReason | null = null

  constructor(request: TextModelRequest, limits: TextModelLimits, profile: ReasoningProfile) {
    this.#request = request
    this.#profile = profile
    this.#shown = new VisibleText({
      stop: request.stop,
      isContinuation: request.isContinuation === true,
      holdsUnopened: profile.holdsUnopened,
    })
    this.#shownTokens = new TokenCount(request.maxReplyTokens)
    this.#reasoningTokens = new TokenCount(request.maxReplyTokens + limits.reasoningTokens)
  }

  /** Whether nothing more will be shown: a stop string came, or a limit was exceeded. */
  get isOver(): boolean {
    return this.finish !== null || this.#shown.isStopped
  }

  /** Reasoning from a field or block of its own. */
  takeReasoning(reasoning: string, piece: SplitPiece, isWhole = false): void {
    this.#hasReasoningField = true
    this.#shown.stopBuffering()
    piece.reasoning += this.#reasoning.push(reasoning)
    if (this.#reasoningTokens.add(reasoning) && !isWhole) this.finish = 'length'
  }

  /** Text beyond the requested length, or hidden text beyond its allowance, ends the reply. */
  takeText(text: string, piece: SplitPiece, isWhole = false): void {
    const taken = this.#shown.push(text)
    if (taken.isRetracted) this.#shownTokens = new TokenCount(this.#request.maxReplyTokens)
    const tokens = this.#shown.isBuffering ? this.#reasoningTokens : this.#shownTokens
    if (tokens.add(text) && !isWhole) {
      this.finish = 'length'
      taken.text = ''
    }
    append(piece, taken)
    if (this.#opening.length < MAX_OPENING_LENGTH) this.#opening += taken.text
  }

  /** Adds the text that is still buffered. */
  takeRest(piece: SplitPiece): SplitPiece {
    append(piece, this.#shown.end(this.finish === 'length'))
    return piece
  }

  /**
   * The last part of the reply. What the reply reveals of the model's reasoning is recorded in its profile.
   * @throws TextModelError `cut_off` when the server never said that the reply was over, `empty` when it has no text.
   */
  close(usage: TokenUsage | null): TextModelPart {
    const { hasText, isStopped, hasReasoning, hasUnopened } = this.#shown
    const reason = this.finish ?? (isStopped ? 'stop' : null)
    const hasReasoned = this.#hasReasoningField || hasReasoning || (reason === 'length' && !hasText)
    const looksUnopened = reason === 'length' && !hasReasoning && REASONING_OPENING.test(this.#opening)
    if (reason !== null) this.#profile.learn({ hasReasoned, hasUnopened, looksUnopened })
    if (reason === null) throw new TextModelError('cut_off', { retryable: true })
    if (!hasText && reason !== 'filtered') {
      throw new TextModelError('empty', { retryable: true, reason: hasReasoned ? 'reasoning' : 'empty' })
    }
    return { type: 'finish', reason, usage: countableUsage(usage) }
  }
}

/** Numbers that are no counts of tokens are no report: they could not be stored or charged. */
function countableUsage(usage: TokenUsage | null): TokenUsage | null {
  if (usage === null || !isCount(usage.promptTokens) || !isCount(usage.replyTokens)) return null
  return { ...usage, cachedTokens: isCount(usage.cachedTokens) ? usage.cachedTokens : null }
}

function isCount(value: number | null | undefined): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_REPORTED_TOKENS
}

/** Counts pieces as tokens: a piece is at least one token, and no tokenizer in use packs more characters into one. */
class TokenCount {
  readonly #most: number
  #pieces = 0
  #characters = 0

  constructor(max: number) {
    this.#most = max
  }

  /** Returns true when the limit is exceeded. */
  add(text: string): boolean {
    this.#pieces += 1
    this.#characters += text.length
    return this.#pieces > this.#most || this.#characters > this.#most * MAX_CHARACTERS_PER_TOKEN
  }
}

export const emptyPiece = (): SplitPiece => ({ text: '', reasoning: '', isRetracted: false })

/** Appends a later piece; a retraction removes the text of both. */
function append(piece: SplitPiece, later: SplitPiece): void {
  if (later.isRetracted) {
    piece.reasoning += piece.text
    piece.text = ''
    piece.isRetracted = true
  }
  piece.reasoning += later.reasoning
  piece.text += later.text
}
