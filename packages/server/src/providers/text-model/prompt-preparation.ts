import type { ExpectedPrompt, PromptMessage, TextModelRequest, TokenUsage } from '../../modules/models/module.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

/** The longest time for which a model reads a prompt before its reply is requested. */
const MAX_READING_MS = 60_000
/** How long a prompt that was read counts as in the cache, and how long nothing is prepared where there is no cache. */
const MAX_AGE_MS = 2 * MINUTE_MS
const PAUSE_MS = 30 * MINUTE_MS
/** Servers cache prompts in blocks: a prompt shorter than one block is never cached. */
const MIN_PROMPT_TOKENS = 500

interface Reading {
  first: PromptMessage | undefined
  abort: AbortController
  done: Promise<void>
  /** When the model had read it; null before that, and where it failed. */
  readAtMs: number | null
}

/**
 * Lets a model on the operator's own hardware read the beginning of a prompt while the person is still writing, so that
 * it is in the model's cache when the reply is requested. One prompt at a time, and only while no reply is being
 * written: a preparation never takes the place of a reply. A server that reports that it has no cache would read each
 * prompt twice, so nothing is prepared for it for a while.
 */
export class PromptPreparation {
  #replies = 0
  #reading: Reading | null = null
  /** The last prompt that was read, as long as the model has not been asked for anything else. */
  #last: Reading | null = null
  /** What was prepared for a reply. */
  readonly #prepared = new WeakMap<TextModelRequest, Reading>()
  #pausedUntilMs = Number.NEGATIVE_INFINITY
  readonly #nowMs: () => number

  /** @param nowMs a clock that never goes back; tests set it */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Whether nothing is prepared now, because the server has no cache. */
  get isPaused(): boolean {
    return this.#nowMs() < this.#pausedUntilMs
  }

  /** `read` asks the model for one token after these messages. Never throws. */
  async prepare(expected: ExpectedPrompt, read: (request: TextModelRequest) => Promise<void>): Promise<void> {
    if (this.isPaused || this.#replies > 0 || this.#reading) return
    const messages = await expected().catch(() => null)
    if (!messages || messages.length === 0 || this.#replies > 0 || this.#reading) return
    const abort = new AbortController()
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(MAX_READING_MS)])
    const reading: Reading = { first: messages[0], abort, done: Promise.resolve(), readAtMs: null }
    reading.done = read(requestToRead(messages, signal)).then(
      () => {
        reading.readAtMs = this.#nowMs()
      },
      () => undefined,
    )
    this.#reading = reading
    await reading.done
    this.#reading = null
    if (this.#replies === 0) this.#last = reading
  }

  /**
   * Call before a reply is requested, and `endReply` when it has ended. The result is what the request must wait for: a
   * preparation of the same prompt, whose work would be lost otherwise. One of a different prompt is ended.
   */
  beginReply(request: TextModelRequest): Promise<void> | null {
    const { messages, signal } = request
    const reading = this.#reading
    const prepared = reading ?? this.#last
    this.#last = null
    if (prepared && this.#replies === 0 && isSame(prepared.first, messages[0])) this.#prepared.set(request, prepared)
    this.#replies += 1
    if (!reading) return null
    if (!isSame(reading.first, messages[0])) reading.abort.abort()
    return untilAborted(reading.done, signal)
  }

  /** Call with what the server reports of a reply. Nothing of its prompt in the cache, right after it was read, ends it. */
  recordUsage(request: TextModelRequest, usage: TokenUsage | null): void {
    const readAtMs = this.#prepared.get(request)?.readAtMs ?? null
    if (readAtMs === null || this.#nowMs() - readAtMs > MAX_AGE_MS) return
    if (usage?.cachedTokens === 0 && usage.promptTokens >= MIN_PROMPT_TOKENS)
      this.#pausedUntilMs = this.#nowMs() + PAUSE_MS
  }

  endReply(): void {
    this.#replies -= 1
  }
}

/** Prompts of one chat begin with the same message, which names the character and the person. */
function isSame(one: PromptMessage | undefined, other: PromptMessage | undefined): boolean {
  return one?.content === other?.content
}

function untilAborted(done: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    const stop = () => resolve()
    signal.addEventListener('abort', stop, { once: true })
    void done.then(resolve).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Ends with a message of the person, which many chat templates require. Its text is not part of what is prepared. */
function requestToRead(messages: readonly PromptMessage[], signal: AbortSignal): TextModelRequest {
  return { messages: [...messages, { role: 'user', content: '…' }], maxReplyTokens: 1, stop: [], signal }
}
