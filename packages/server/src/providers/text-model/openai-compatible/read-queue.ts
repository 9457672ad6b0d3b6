import type { IncomingMessage } from 'node:http'

const PAUSE_ABOVE_BYTES = 256 * 1024

/**
 * Reads a response as its reader wants it: `next()` gives everything that has come since the last call as one piece,
 * null at the end, and throws what `fail` was given once that is read, or what `stop` was given at once, whatever is
 * still unread. A slow reader pauses the connection.
 */
export class ReadQueue {
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
