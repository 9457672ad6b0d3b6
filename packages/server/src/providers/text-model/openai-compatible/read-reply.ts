import type { IncomingMessage } from 'node:http'
import {
  TextModelError,
  type TextModelPart,
  type TextModelRequest,
  type TokenUsage,
} from '../../../modules/models/module.ts'
import type { ReasoningProfile } from '../reasoning/reasoning-profile.ts'
import type { SplitPiece } from '../reasoning/reasoning-splitter.ts'
import { toParts, VisibleText } from '../reasoning/visible-text.ts'
import type { Deadlines, TextModelLimits } from './limits.ts'
import { type FinishReason, parseChunk } from './parse-chunk.ts'
import { ResponseReader, SseLineParser } from './sse-reader.ts'

const DONE = '[DONE]'
/** No tokenizer in use packs more characters into a token; longer text exceeds what was requested. */
const MAX_CHARACTERS_PER_TOKEN = 16
const MAX_OPENING_LENGTH = 2_000
/** How models start to reason; only checked for a reply that was cut off, since stories may start so too. */
const REASONING_OPENING =
  /^\W*(?:okay|ok|alright|hmm|so|let me|first|we need|i need|the user)\b[\s\S]*\bthe user\b|^\s*(?:好的|嗯|首先|用户)[\s\S]*用户/i

/**
 * Streams the reply of `response`: the parts of each read, then exactly one finish. Throws `cut_off`, `garbled`,
 * `empty`, `ProviderError` or the deadline's reason; what was yielded before stays valid. Closes the connection when
 * the reader stops early. What the reply reveals of the model's reasoning is recorded in `habits`.
 */
export async function* readReply(
  response: IncomingMessage,
  request: TextModelRequest,
  deadlines: Deadlines,
  limits: TextModelLimits,
  reasoningProfile: ReasoningProfile,
): AsyncGenerator<TextModelPart> {
  const queue = new ResponseReader(response)
  const stop = () => queue.stop(deadlines.signal.reason)
  deadlines.signal.addEventListener('abort', stop)
  if (deadlines.signal.aborted) stop()
  const fail = () => queue.fail(new TextModelError('cut_off', { retryable: true }))
  response.on('error', fail)
  response.on('close', () => !response.readableEnded && fail())
  const reply = new ReplyReader(request, deadlines, { limits, habits: reasoningProfile, whole: isWhole(response) })
  let isOver = false
  try {
    while (!isOver) {
      const bytes = await reply.nextOf(queue)
      const { piece, isLast, failure } = bytes ? reply.read(bytes) : reply.readEnd()
      // Mostly text alone: one part, without an array around it.
      if (piece.reasoning === '' && !piece.isRetracted) {
        if (piece.text !== '') yield { type: 'text', text: piece.text }
      } else yield* toParts(piece)
      if (failure !== undefined) throw failure
      isOver = isLast || bytes === null
    }
    yield reply.finish()
  } finally {
    deadlines.signal.removeEventListener('abort', stop)
    if (!response.readableEnded) response.destroy()
  }
}

/** Some servers ignore `stream` and answer with one JSON document. */
function isWhole(response: IncomingMessage): boolean {
  return /^application\/json\b/i.test(response.headers['content-type'] ?? '')
}

interface Step {
  piece: SplitPiece
  isLast: boolean
  /** Thrown after `piece`, which arrived before it, has been passed on. */
  failure?: unknown
}

/** The state of one reply while it is read. */
class ReplyReader {
  readonly #request: TextModelRequest
  readonly #deadlines: Deadlines
  readonly #lines: SseLineParser
  readonly #shown: VisibleText
  readonly #whole: Buffer[] | null
  readonly #limits: TextModelLimits
  readonly #habits: ReasoningProfile
  #finish: FinishReason | null = null
  #usage: TokenUsage | null = null
  /** The beginning of the visible text. */
  #opening = ''
  #shownTokens: TokenCount
  readonly #reasoningTokens: TokenCount
  #hasReasoningField = false

  constructor(
    request: TextModelRequest,
    deadlines: Deadlines,
    { limits, habits: reasoningProfile, whole }: { limits: TextModelLimits; habits: ReasoningProfile; whole: boolean },
  ) {
    this.#request = request
    this.#deadlines = deadlines
    this.#limits = limits
    this.#habits = reasoningProfile
    this.#lines = new SseLineParser(limits.lineBytes)
    this.#shown = new VisibleText({
      stop: request.stop,
      isContinuation: request.scene.begun !== '',
      holdsUnopened: reasoningProfile.holdsUnopened,
    })
    this.#shownTokens = new TokenCount(request.maxReplyTokens)
    this.#reasoningTokens = new TokenCount(request.maxReplyTokens + limits.reasoningTokens)
    this.#whole = whole ? [] : null
  }

  /** The next read; a timeout or a broken connection after the finish is a normal end. */
  async nextOf(queue: ResponseReader): Promise<Buffer | null> {
    try {
      return await queue.next()
    } catch (error) {
      if (this.#finish === null || this.#request.signal.aborted) throw error
      return null
    }
  }

  read(bytes: Buffer): Step {
    if (!this.#whole) return this.#step(() => this.#lines.feed(bytes))
    this.#whole.push(bytes)
    const size = this.#whole.reduce((sum, piece) => sum + piece.length, 0)
    const failure = size > this.#limits.lineBytes ? new TextModelError('garbled', { retryable: true }) : undefined
    return { piece: emptyPiece(), isLast: false, failure }
  }

  readEnd(): Step {
    if (!this.#whole) {
      const step = this.#step(() => this.#lines.end())
      // An incomplete line after the finish does not matter.
      return step.failure !== undefined && this.#finish !== null ? { piece: step.piece, isLast: true } : step
    }
    return this.#step(() => [Buffer.concat(this.#whole ?? []).toString('utf8')])
  }

  finish(): TextModelPart {
    const { hasText, isStopped, hasReasoning, hasUnopened } = this.#shown
    const reason = this.#finish ?? (isStopped ? 'stop' : null)
    const hasReasoned = this.#hasReasoningField || hasReasoning || (reason === 'length' && !hasText)
    const looksUnopened = reason === 'length' && !hasReasoning && REASONING_OPENING.test(this.#opening)
    if (reason !== null) this.#habits.learn({ hasReasoned, hasUnopened, looksUnopened })
    if (reason === null) throw new TextModelError('cut_off', { retryable: true })
    if (!hasText && reason !== 'filtered') {
      throw new TextModelError('empty', { retryable: true, reason: hasReasoned ? 'reasoning' : 'empty' })
    }
    return { type: 'finish', reason, usage: this.#usage }
  }

  #step(payloads: () => string[]): Step {
    const piece = emptyPiece()
    try {
      for (const payload of payloads()) {
        const isLast = payload === DONE || this.#take(payload, piece)
        if (isLast) return { piece: this.#withRest(piece), isLast: true }
      }
      // The buffered tail is sent with the finish, without waiting for the end of the stream.
      return { piece: this.#finish === null ? piece : this.#withRest(piece), isLast: false }
    } catch (failure) {
      return { piece: this.#withRest(piece), isLast: false, failure }
    }
  }

  /** Processes a chunk; returns true when no more is needed. */
  #take(payload: string, piece: SplitPiece): boolean {
    if (payload === '') return false
    const chunk = parseChunk(payload)
    this.#usage = chunk.usage ?? this.#usage
    if (this.#finish === null) {
      if (chunk.reasoning !== '') this.#takeReasoning(chunk.reasoning, piece)
      if (chunk.text !== '') this.#takeText(chunk.text, piece)
      if (this.#finish !== null || this.#shown.isStopped) return true
    }
    if (chunk.text !== '' || chunk.reasoning !== '') this.#deadlines.sawContent()
    if (chunk.finish !== null) {
      this.#finish ??= chunk.finish
      this.#deadlines.sawFinish()
    }
    return false
  }

  #takeReasoning(reasoning: string, piece: SplitPiece): void {
    this.#hasReasoningField = true
    this.#shown.stopBuffering()
    piece.reasoning += reasoning
    if (this.#reasoningTokens.add(reasoning) && !this.#whole) this.#finish = 'length'
  }

  /** Text beyond the requested length, or hidden text beyond its allowance, ends the reply. */
  #takeText(text: string, piece: SplitPiece): void {
    const taken = this.#shown.push(text)
    if (taken.isRetracted) this.#shownTokens = new TokenCount(this.#request.maxReplyTokens)
    const tokens = this.#shown.isBuffering ? this.#reasoningTokens : this.#shownTokens
    if (tokens.add(text) && !this.#whole) {
      this.#finish = 'length'
      taken.text = ''
    }
    append(piece, taken)
    if (this.#opening.length < MAX_OPENING_LENGTH) this.#opening += taken.text
  }

  #withRest(piece: SplitPiece): SplitPiece {
    append(piece, this.#shown.end(this.#finish === 'length'))
    return piece
  }
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

const emptyPiece = (): SplitPiece => ({ text: '', reasoning: '', isRetracted: false })

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
