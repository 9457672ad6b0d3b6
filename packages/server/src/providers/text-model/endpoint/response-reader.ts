import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Only reached if the connection cannot be stopped. */
const PAUSE_ABOVE_BYTES = 256 * 1024

/**
 * Reads a response at its reader's pace: `next()` returns everything that has arrived since the last call as one piece,
 * or null at the end. It throws the error given to `fail` after what was read before it, and the one given to `stop` at
 * once, whatever is still unread. Between two calls nothing is read from the connection: what arrives meanwhile is one
 * read for the next call, instead of one for each word.
 */
export class ResponseReader {
  readonly #response: IncomingMessage
  /** The response forgets it at its end. */
  readonly #connection: Socket
  #pieces: Buffer[] = []
  #bytes = 0
  #hasEnded = false
  #isStopped = false
  #failure: unknown
  #wake: (() => void) | null = null

  constructor(response: IncomingMessage) {
    this.#response = response
    this.#connection = response.socket
    response.on('data', (piece: Buffer) => {
      if (this.#isStopped) return
      this.#pieces.push(piece)
      this.#bytes += piece.length
      if (this.#bytes > PAUSE_ABOVE_BYTES) response.pause()
      this.#signal()
    })
    response.once('end', () => {
      this.#hasEnded = true
      // The connection may be kept for the next request.
      startReading(this.#connection)
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
      startReading(this.#connection)
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
    if (!this.#hasEnded) stopReading(this.#connection)
    return all
  }

  #signal(): void {
    this.#wake?.()
    this.#wake = null
  }
}

/**
 * What a socket of Node reads with. It is not public, but has been the same for plain and TLS sockets for ten years. The
 * public `pause()` reads on into a buffer, piece by piece, which is the work that is saved here.
 */
interface SocketHandle {
  reading: boolean
  readStart(): void
  readStop(): void
}

/** Null after the connection was closed, and in a Node that does this differently: then every piece is read at once. */
function handleOf(connection: Socket): SocketHandle | null {
  const handle = (connection as unknown as { _handle?: Partial<SocketHandle> | null })._handle
  return handle?.readStart && handle.readStop && handle.reading !== undefined ? (handle as SocketHandle) : null
}

function stopReading(connection: Socket): void {
  const handle = handleOf(connection)
  if (!handle?.reading) return
  handle.reading = false
  handle.readStop()
}

function startReading(connection: Socket): void {
  const handle = handleOf(connection)
  if (!handle || handle.reading) return
  handle.reading = true
  handle.readStart()
}
