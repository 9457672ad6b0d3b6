import type { ExpectedPrompt, PromptMessage, TextModelRequest } from '../../modules/models/module.ts'

/** The longest time for which a model reads a prompt before its reply is requested. */
const MAX_READING_MS = 60_000

/**
 * Lets a model on the operator's own hardware read the beginning of a prompt while the person is still writing, so that
 * it is in the model's cache when the reply is requested. One prompt at a time, and only while no reply is being
 * written: a preparation never takes the place of a reply.
 */
export class PromptPreparation {
  #replies = 0
  #reading: { first: PromptMessage | undefined; abort: AbortController; done: Promise<void> } | null = null

  /** `read` asks the model for one token after these messages. Never throws. */
  async prepare(expected: ExpectedPrompt, read: (request: TextModelRequest) => Promise<void>): Promise<void> {
    if (this.#replies > 0 || this.#reading) return
    const messages = await expected().catch(() => null)
    if (!messages || messages.length === 0 || this.#replies > 0 || this.#reading) return
    const abort = new AbortController()
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(MAX_READING_MS)])
    const done = read(requestToRead(messages, signal)).catch(() => undefined)
    const reading = { first: messages[0], abort, done }
    this.#reading = reading
    await done
    this.#reading = null
  }

  /**
   * Call before a reply is requested, and `endReply` when it has ended. The result is what the request must wait for: a
   * preparation of the same prompt, whose work would be lost otherwise. One of a different prompt is ended.
   */
  beginReply({ messages, signal }: TextModelRequest): Promise<void> | null {
    this.#replies += 1
    const reading = this.#reading
    if (!reading) return null
    if (!isSame(reading.first, messages[0])) reading.abort.abort()
    return untilAborted(reading.done, signal)
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
