import type { IncomingMessage } from 'node:http'
import { StringDecoder } from 'node:string_decoder'
import { TextModelError } from '../../../modules/models/module.ts'

const DATA_FIELD = 'data:'

/**
 * Parses server-sent events: takes bytes as they arrive and returns the payloads of the `data:` lines completed so far.
 * Accepts comments, other fields, CR, LF and CRLF, and split characters; a line over `lineBytes` throws `garbled`.
 * Every provider sends one JSON document per line, so events of several data lines are not joined.
 */
export class SseLineParser {
  readonly #lineBytes: number
  readonly #decoder = new StringDecoder('utf8')
  #rest = ''

  constructor(lineBytes: number) {
    this.#lineBytes = lineBytes
  }

  feed(bytes: Uint8Array): string[] {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return this.#take(this.#rest + this.#decoder.write(buffer))
  }

  /** The last line, when the stream ends without a line end. */
  end(): string[] {
    return this.#take(`${this.#rest}${this.#decoder.end()}\n`)
  }

  #take(text: string): string[] {
    const payloads: string[] = []
    let from = 0
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      this.#check(to - from)
      const payload = payloadOf(text.slice(from, to))
      if (payload !== null) payloads.push(payload)
      from = to + 1
    }
    this.#rest = text.slice(from)
    this.#check(this.#rest.length)
    return payloads
  }

  #check(length: number): void {
    if (length > this.#lineBytes) throw new TextModelError('garbled', { retryable: true })
  }
}

function payloadOf(line: string): string | null {
  // Old proxies end lines with a lone CR, so one line may contain several fields.
  for (const field of line.includes('\r') ? line.split('\r') : [line]) {
    const plain = field.charCodeAt(0) === 0xfeff ? field.slice(1) : field
    if (plain.startsWith(DATA_FIELD)) return plain.slice(DATA_FIELD.length).trim()
  }
  return null
}

const PAUSE_ABOVE_BYTES = 256 * 1024

/**
 * Reads a response at its reader's pace: `next()` returns everything that has arrived since the last call as one piece,
 * or null at the end. It throws the error given to `fail` after what was read before it, and the one given to `stop` at
 * once, whatever is still unread. A slow reader pauses the connection.
 */
export class ResponseReader {
  readonly #response: IncomingMessage
  #pieces: Buffer[] = []
  #bytes = 0
  #hasEnded = false
  #isStopped = false
  #failure: unknown
  #wake: (() => void) | null = null

  constructor(response: IncomingMessage) {
    this.#response = response
    response.on('data', (piece: Buffer) => {
      if (this.#isStopped) return
      this.#pieces.push(piece)
      this.#bytes += piece.length
      if (this.#bytes > PAUSE_ABOVE_BYTES) response.pause()
      this.#signal()
    })
    response.once('end', () => {
      this.#hasEnded = true
      this.#signal()
    })
  }

  fail(reason: unknown): void {
    this.#failure ??= reason
    this.#signal()
  }

  stop(reason: unknown): void {
    this.#pieces = []
    this.#failure = reason
    this.#isStopped = true
    this.#signal()
  }

  async next(): Promise<Buffer | null> {
    while (true) {
      if (this.#pieces.length > 0) return this.#take()
      if (this.#failure !== undefined) throw this.#failure
      if (this.#hasEnded) return null
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #take(): Buffer {
    const [first] = this.#pieces
    const all = this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#bytes = 0
    if (this.#response.isPaused()) this.#response.resume()
    return all
  }

  #signal(): void {
    this.#wake?.()
    this.#wake = null
  }
}
