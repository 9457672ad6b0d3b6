import type { IncomingMessage } from 'node:http'
import {
  TextModelError,
  type TextModelPart,
  type TextModelRequest,
  type TokenUsage,
} from '../../../domains/chats/text-model.ts'
import { ShownText } from '../shown-text.ts'
import type { Deadlines } from './deadlines.ts'
import { EventLines } from './event-lines.ts'
import type { TextModelLimits } from './limits.ts'
import { type FinishReason, readChunk } from './read-chunk.ts'
import { ReadQueue } from './read-queue.ts'

const DONE = '[DONE]'
/** No tokenizer in use packs more characters into a token; text beyond it is more than was asked for. */
const CHARACTERS_PER_TOKEN_MOST = 16

/**
 * Streams the reply that `response` carries: one text part for each read, then exactly one finish. Throws `cut_off`,
 * `garbled`, `overloaded`, `empty` or the deadline's reason; what was yielded before stays valid. Closes the
 * connection when the reader stops early.
 */
export async function* readReply(
  response: IncomingMessage,
  request: TextModelRequest,
  deadlines: Deadlines,
  limits: TextModelLimits,
): AsyncGenerator<TextModelPart> {
  const queue = new ReadQueue(response)
  const stop = () => queue.stop(deadlines.signal.reason)
  deadlines.signal.addEventListener('abort', stop)
  if (deadlines.signal.aborted) stop()
  const fail = () => queue.fail(new TextModelError('cut_off', { retryable: true }))
  response.on('error', fail)
  response.on('close', () => !response.readableEnded && fail())
  const reply = new Reply(request, deadlines, limits, isWhole(response))
  let isOver = false
  try {
    while (!isOver) {
      const bytes = await reply.nextOf(queue)
      const { text, isLast, failure } = bytes ? reply.read(bytes) : reply.readEnd()
      if (text !== '') yield { type: 'text', text }
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
  text: string
  isLast: boolean
  /** Thrown once `text`, which came before it, has been passed on. */
  failure?: unknown
}

/** The state of one reply while it is read. */
class Reply {
  readonly #request: TextModelRequest
  readonly #deadlines: Deadlines
  readonly #lines: EventLines
  readonly #shown: ShownText
  readonly #whole: Buffer[] | null
  readonly #limits: TextModelLimits
  #finish: FinishReason | null = null
  #usage: TokenUsage | null = null
  #pieces = 0
  #characters = 0

  constructor(request: TextModelRequest, deadlines: Deadlines, limits: TextModelLimits, whole: boolean) {
    this.#request = request
    this.#deadlines = deadlines
    this.#limits = limits
    this.#lines = new EventLines(limits.lineBytes)
    this.#shown = new ShownText(request.stop, request.scene.begun !== '')
    this.#whole = whole ? [] : null
  }

  /** The next read; silence or a cut after the end of the reply is an end as good as any. */
  async nextOf(queue: ReadQueue): Promise<Buffer | null> {
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
    return { text: '', isLast: false, failure }
  }

  readEnd(): Step {
    if (!this.#whole) {
      const step = this.#step(() => this.#lines.end())
      // Half a line that was still to come after the finish takes nothing away.
      return step.failure !== undefined && this.#finish !== null ? { text: step.text, isLast: true } : step
    }
    return this.#step(() => [Buffer.concat(this.#whole ?? []).toString('utf8')])
  }

  finish(): TextModelPart {
    const { hasShown, isStopped } = this.#shown
    const reason = this.#finish ?? (isStopped ? 'stop' : null)
    if (reason === null) throw new TextModelError('cut_off', { retryable: true })
    if (!hasShown && reason !== 'filtered') throw new TextModelError('empty', { retryable: true })
    return { type: 'finish', reason, usage: this.#usage }
  }

  #step(payloads: () => string[]): Step {
    let text = ''
    try {
      for (const payload of payloads()) {
        const isLast = payload === DONE || this.#take(payload, (piece) => (text += piece))
        if (isLast) return { text: text + this.#rest(), isLast: true }
      }
      // The held tail goes out with the finish, without waiting for the farewell.
      if (this.#finish !== null) text += this.#rest()
      return { text, isLast: false }
    } catch (failure) {
      return { text: text + this.#rest(), isLast: false, failure }
    }
  }

  /** Takes one chunk in; true when no more is wanted. */
  #take(payload: string, show: (text: string) => void): boolean {
    if (payload === '') return false
    const chunk = readChunk(payload)
    this.#usage = chunk.usage ?? this.#usage
    if (this.#finish === null && chunk.text !== '') {
      if (this.#isTooMuch(chunk.text)) {
        this.#finish = 'length'
        return true
      }
      show(this.#shown.push(chunk.text))
      if (this.#shown.isStopped) return true
    }
    if (chunk.text !== '' || chunk.isThinking) this.#deadlines.sawContent()
    if (chunk.finish !== null) {
      this.#finish ??= chunk.finish
      this.#deadlines.sawFinish()
    }
    return false
  }

  /** A piece holds a token at least, so more pieces than tokens asked for is too much, whatever the server thinks. */
  #isTooMuch(text: string): boolean {
    if (this.#whole) return false
    this.#pieces += 1
    this.#characters += text.length
    const most = this.#request.maxReplyTokens
    return this.#pieces > most || this.#characters > most * CHARACTERS_PER_TOKEN_MOST
  }

  #rest(): string {
    return this.#shown.end()
  }
}
