import type { IncomingMessage } from 'node:http'
import { TextModelError } from '../../../modules/models/module.ts'
import { postJson } from '../endpoint/post-json.ts'
import { ResponseReader } from '../endpoint/response-reader.ts'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
/** Ends the last event where the stream ends with its line: a parser waits for what follows a CR. */
const END_OF_EVENT = Uint8Array.of(LINE_FEED)

/**
 * The connection of one attempt, given to an SDK’s provider as its `fetch`. It uses our kept connections and keeps the
 * cause of any failure, since an SDK wraps errors in ones that contain the address and the prompt. A connection that
 * fails in the middle looks to the provider like one that ends, so that it passes on everything that came before.
 */
export class NativeConnection {
  readonly #signal: AbortSignal
  readonly #lineBytes: number
  #response: IncomingMessage | null = null
  /** Why there is no response, or why it ended early. */
  failure: unknown

  constructor(signal: AbortSignal, lineBytes: number) {
    this.#signal = signal
    this.#lineBytes = lineBytes
  }

  readonly fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init?.headers))
    try {
      this.#response = await postJson(new URL(String(url)), headers, String(init?.body), this.#signal)
    } catch (error) {
      this.failure = error
      throw error
    }
    return new Response(this.#body(this.#response), { headers: { 'content-type': 'text/event-stream' } })
  }

  /** Closes the connection unless the reply was read to its end. */
  close(): void {
    if (this.#response && !this.#response.readableEnded) this.#response.destroy()
  }

  #body(response: IncomingMessage): ReadableStream<Uint8Array> {
    const reader = new ResponseReader(response)
    const stop = () => reader.stop(this.#signal.reason)
    this.#signal.addEventListener('abort', stop)
    if (this.#signal.aborted) stop()
    const fail = () => reader.fail(new TextModelError('cut_off', { retryable: true }))
    response.on('error', fail)
    response.on('close', () => {
      this.#signal.removeEventListener('abort', stop)
      if (!response.readableEnded) fail()
    })
    let lineBytes = 0
    let last: number | undefined
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const bytes = await reader.next().catch((error) => {
        this.failure ??= error
        return null
      })
      const first = bytes?.indexOf(LINE_FEED) ?? 0
      const longest = lineBytes + (first < 0 ? (bytes?.length ?? 0) : first)
      if (longest > this.#lineBytes) this.failure ??= new TextModelError('garbled', { retryable: true })
      if (!bytes && (last === LINE_FEED || last === CARRIAGE_RETURN)) controller.enqueue(END_OF_EVENT)
      if (!bytes || longest > this.#lineBytes) return controller.close()
      lineBytes = first < 0 ? longest : bytes.length - bytes.lastIndexOf(LINE_FEED) - 1
      last = bytes.at(-1)
      controller.enqueue(bytes)
    }
    return new ReadableStream({ pull, cancel: () => this.close() }, { highWaterMark: 0 })
  }
}
