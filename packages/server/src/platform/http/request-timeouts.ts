import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MINUTE_MS, SECOND_MS } from '../durations.ts'

/** How long a client may take to send a request. A proxy that buffers requests is never affected. */
export interface RequestTimeouts {
  headersMs: number
  /** From the headers to the end of the body. Uploads have a clock of their own, within `requestMs`. */
  bodyMs: number
  /** The whole of any request. */
  requestMs: number
  /** How long a connection without a request is kept; longer than that of common proxies, which would lose a request. */
  idleMs: number
}

export const REQUEST_TIMEOUTS: RequestTimeouts = {
  headersMs: 15 * SECOND_MS,
  bodyMs: 30 * SECOND_MS,
  requestMs: 6 * MINUTE_MS,
  idleMs: 72 * SECOND_MS,
}

/** Options for Fastify that make Node cut connections whose headers or whole request take too long. */
export function timeoutOptions({ headersMs, requestMs, idleMs }: RequestTimeouts) {
  return {
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(5 * SECOND_MS, headersMs) },
  }
}

/**
 * Cuts the connection of a request whose body is not complete in time. An answer would not help: the client is still
 * sending. Does not apply to multipart forms, which `receiveUpload` reads.
 */
export function enforceBodyTimeout(app: FastifyInstance, { bodyMs }: RequestTimeouts): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const stop = async (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('onRequest', async (request) => {
    const { headers, raw } = request
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody || headers['content-type']?.startsWith('multipart/form-data')) return
    timers.set(request, setTimeout(() => raw.socket.destroy(), bodyMs).unref())
  })
  app.addHook('preValidation', stop) // the body has been read
  app.addHook('onResponse', stop)
  app.addHook('onRequestAbort', stop)
}
