import type { IncomingMessage } from 'node:http'
import {
  TextModelError,
  type TextModelPart,
  type TextModelRequest,
  type TokenUsage,
} from '../../../modules/models/module.ts'
import type { Deadlines, TextModelLimits } from '../endpoint/limits.ts'
import { emptyPiece, ReplyText } from '../endpoint/reply-text.ts'
import { ResponseReader } from '../endpoint/response-reader.ts'
import { SseLineParser } from '../endpoint/sse-line-parser.ts'
import type { ReasoningProfile } from '../reasoning/reasoning-profile.ts'
import type { SplitPiece } from '../reasoning/reasoning-splitter.ts'
import { toParts } from '../reasoning/visible-text.ts'
import { parseChunk } from './parse-chunk.ts'

const DONE = '[DONE]'

interface ReplyOptions {
  limits: TextModelLimits
  reasoningProfile: ReasoningProfile
  /** Called with what the server reports when the reply is complete; null without a report. */
  onUsage(usage: TokenUsage | null): void
}

/**
 * Streams the reply of `response`: the parts of each read, then exactly one finish. Throws `cut_off`, `garbled`,
 * `empty`, `ProviderError` or the deadline's reason; what was yielded before stays valid. Closes the connection when
 * the reader stops early. What the reply reveals of the model's reasoning is recorded in its profile.
 */
export async function* readReply(
  response: IncomingMessage,
  request: TextModelRequest,
  deadlines: Deadlines,
  { limits, reasoningProfile, onUsage }: ReplyOptions,
): AsyncGenerator<TextModelPart> {
  const queue = new ResponseReader(response)
  const stop = () => queue.stop(deadlines.signal.reason)
  deadlines.signal.addEventListener('abort', stop)
  if (deadlines.signal.aborted) stop()
  const fail = () => queue.fail(new TextModelError('cut_off', { retryable: true }))
  response.on('error', fail)
  response.on('close', () => !response.readableEnded && fail())
  const text = new ReplyText(request, limits, reasoningProfile)
  const reply = new ReplyReader(text, request.signal, deadlines, limits)
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
    onUsage(reply.usage)
    yield text.close(reply.usage)
  } finally {
    deadlines.signal.removeEventListener('abort', stop)
    if (!response.readableEnded) response.destroy()
  }
}

const SPACE = /^[\s\ufeff]*/

/** Some servers ignore `stream`, or report an error, with one JSON document. Null as long as nothing but blanks came. */
function isDocument(beginning: string): boolean | null {
  const text = beginning.replace(SPACE, '')
  return text === '' ? null : text.startsWith('{')
}

interface Step {
  piece: SplitPiece
  isLast: boolean
  /** Thrown after `piece`, which arrived before it, has been passed on. */
  failure?: unknown
}

/** Turns what the server sends into the text of a reply, read by read. */
class ReplyReader {
  readonly #text: ReplyText
  readonly #caller: AbortSignal
  readonly #deadlines: Deadlines
  readonly #lines: SseLineParser
  /** What came of a reply that is one document, or before it is known whether it is; null for a stream. */
  #whole: Buffer[] | null = []
  #isDocument = false
  readonly #limits: TextModelLimits
  usage: TokenUsage | null = null

  constructor(text: ReplyText, caller: AbortSignal, deadlines: Deadlines, limits: TextModelLimits) {
    this.#text = text
    this.#caller = caller
    this.#deadlines = deadlines
    this.#limits = limits
    this.#lines = new SseLineParser(limits.lineBytes)
  }

  /** The next read; a timeout or a broken connection after the finish is a normal end. */
  async nextOf(queue: ResponseReader): Promise<Buffer | null> {
    try {
      return await queue.next()
    } catch (error) {
      if (this.#text.finish === null || this.#caller.aborted) throw error
      return null
    }
  }

  read(bytes: Buffer): Step {
    if (!this.#whole) return this.#step(() => this.#lines.feed(bytes))
    this.#whole.push(bytes)
    if (!this.#isDocument) {
      const beginning = Buffer.concat(this.#whole)
      const found = isDocument(beginning.toString('utf8'))
      if (found === false) {
        this.#whole = null
        return this.#step(() => this.#lines.feed(beginning))
      }
      this.#isDocument = found === true
    }
    const size = this.#whole.reduce((sum, piece) => sum + piece.length, 0)
    const failure = size > this.#limits.lineBytes ? new TextModelError('garbled', { retryable: true }) : undefined
    return { piece: emptyPiece(), isLast: false, failure }
  }

  readEnd(): Step {
    if (!this.#whole || !this.#isDocument) {
      this.#whole = null
      const step = this.#step(() => this.#lines.end())
      // An incomplete line after the finish does not matter.
      return step.failure !== undefined && this.#text.finish !== null ? { piece: step.piece, isLast: true } : step
    }
    const whole = Buffer.concat(this.#whole)
    return this.#step(() => [whole.toString('utf8').replace(SPACE, '')])
  }

  #step(payloads: () => string[]): Step {
    const piece = emptyPiece()
    try {
      for (const payload of payloads()) {
        // Some servers send no `finish_reason`.
        if (payload === DONE) this.#text.finish ??= 'stop'
        const isLast = payload === DONE || this.#take(payload, piece)
        if (isLast) return { piece: this.#text.takeRest(piece), isLast: true }
      }
      // The buffered tail is sent with the finish, without waiting for the end of the stream.
      return { piece: this.#text.finish === null ? piece : this.#text.takeRest(piece), isLast: false }
    } catch (failure) {
      return { piece: this.#text.takeRest(piece), isLast: false, failure }
    }
  }

  /** Processes a chunk; returns true when no more is needed. */
  #take(payload: string, piece: SplitPiece): boolean {
    if (payload === '') return false
    const text = this.#text
    const chunk = parseChunk(payload)
    this.usage = chunk.usage ?? this.usage
    if (text.finish === null) {
      const isWholeReply = this.#whole !== null
      if (chunk.reasoning !== '') text.takeReasoning(chunk.reasoning, piece, isWholeReply)
      if (chunk.text !== '') text.takeText(chunk.text, piece, isWholeReply)
      if (text.isOver) return true
    }
    if (chunk.text !== '' || chunk.reasoning !== '') this.#deadlines.sawContent()
    if (chunk.finish !== null) {
      text.finish ??= chunk.finish
      this.#deadlines.sawFinish()
    }
    return false
  }
}
