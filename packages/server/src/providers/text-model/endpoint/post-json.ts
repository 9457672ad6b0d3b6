import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { TextModelError } from '../../../modules/models/module.ts'
import { modelTraceHeaders } from '../../../platform/tracing/span.ts'
import { connectionsTo } from './connections.ts'

const MAX_ERROR_BYTES = 8 * 1024

/**
 * A rejection with the beginning of the upstream's words: for internal use, never part of an error that is passed on.
 */
export class ProviderError extends Error {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly words: string

  constructor(status: number, retryAfter: string | undefined, words: string) {
    super(`status ${status}`)
    this.status = status
    this.retryAfter = retryAfter
    this.words = words
  }
}

/**
 * Posts `body` and resolves with the response once it is a 2xx that is neither a web page nor compressed. Throws
 * `ProviderError` for other statuses, `TextModelError` for everything else that goes wrong, or the signal's reason.
 */
export async function postJson(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const response = await sendWithReconnect(url, headers, body, signal)
  const status = response.statusCode ?? 0
  const isPage = /\bhtml\b/i.test(response.headers['content-type'] ?? '')
  const isCompressed = !['', 'identity'].includes((response.headers['content-encoding'] ?? '').toLowerCase())
  if (status >= 200 && status < 300 && !isPage && !isCompressed) return response
  if (status >= 200 && status < 300) {
    response.destroy()
    throw new TextModelError('garbled', { retryable: false, status })
  }
  const retryAfter = response.headers['retry-after']
  throw new ProviderError(status, retryAfter, await readBeginning(response))
}

/** A kept connection that the server was just closing: no failure, and no reason to wait. */
class StaleConnection extends Error {}

async function sendWithReconnect(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  try {
    return await send(url, headers, body, signal)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    return send(url, headers, body, signal, false)
  }
}

function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
  takesKept = true,
): Promise<IncomingMessage> {
  if (signal.aborted) return Promise.reject(signal.reason)
  const isSecure = url.protocol === 'https:'
  // Encoded once, for its length and for the socket.
  const bytes = Buffer.from(body)
  const request = (isSecure ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    // `false` opens a connection for this request alone.
    agent: takesKept && connectionsTo(url).agent,
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      // Without it, a proxy may compress, and hold words back until it has enough of them.
      'accept-encoding': 'identity',
      ...headers,
      ...modelTraceHeaders(),
      'content-length': bytes.length,
    },
  })
  const response = responseTo(request, signal, takesKept ? connectionsTo(url) : null)
  request.end(bytes)
  return response
}

/** Separate from `send`: these listeners live as long as the reply, and in there they would keep the body in memory. */
function responseTo(
  request: ClientRequest,
  signal: AbortSignal,
  connections: ReturnType<typeof connectionsTo> | null,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal.reason)
      request.destroy()
    }
    signal.addEventListener('abort', abort, { once: true })
    request.once('response', (response) => {
      signal.removeEventListener('abort', abort)
      resolve(response)
    })
    // A server that changes the protocol (101) sends no response of this one.
    request.once('upgrade', (_response, socket) => {
      signal.removeEventListener('abort', abort)
      socket.destroy()
      reject(new TextModelError('garbled', { retryable: false, status: 101 }))
    })
    // Stays for the request's life: a socket that fails later raises `error` on the request as well.
    request.on('error', (error: NodeJS.ErrnoException) => {
      signal.removeEventListener('abort', abort)
      const isOlder = connections && (request.reusedSocket || connections.wasOpenedAhead(request.socket))
      const isStale = isOlder && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      reject(isStale ? new StaleConnection() : unreachable(error.code))
    })
  })
}

/** Keeps the system's error code; its message contains the address and is dropped. */
function unreachable(code: string | undefined): TextModelError {
  return new TextModelError('unreachable', { retryable: true, cause: code ? new Error(code) : undefined })
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  let words = ''
  try {
    for await (const piece of response) {
      words += String(piece)
      if (words.length >= MAX_ERROR_BYTES) break
    }
  } catch {
    // What arrived before the connection broke is enough to learn from.
  }
  return words.slice(0, MAX_ERROR_BYTES)
}
