import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export interface Fetched {
  ms: number
  status: number
  /** As transferred, without headers. */
  bytes: number
  text(): string
}

export type Get = (path: string, headers?: Record<string, string>) => Promise<Fetched>

/** The encodings that a browser accepts; `gzip` alone for figures about gzip. */
const AS_BROWSER = { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en' }

/** A client with one kept connection, so that requests are measured and not the TCP handshake. */
export function createClient(origin: string, always: Record<string, string> = {}): Get {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (path, headers = {}) =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const sent = request(`${origin}${path}`, { agent, headers: { ...AS_BROWSER, ...always, ...headers } })
      sent.once('error', reject)
      sent.once('response', (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.once('error', reject)
        response.once('end', () => {
          const ms = performance.now() - started
          const body = Buffer.concat(pieces)
          const encoding = response.headers['content-encoding']
          resolve({
            ms,
            status: response.statusCode ?? 0,
            bytes: body.length,
            text: () => {
              if (encoding === 'br') return brotliDecompressSync(body).toString('utf8')
              return (encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8')
            },
          })
        })
      })
      sent.end()
    })
}

/** The cookies of a session, as a browser would send them. */
export function sessionCookies(session: { token: string; secret: string }): Record<string, string> {
  const user = encodeURIComponent(JSON.stringify({ token: session.token }))
  return { cookie: `user=${user}; session=${session.secret}` }
}

/** The headers of an API call for a session. */
export function sessionHeaders(session: { token: string; secret: string }): Record<string, string> {
  return { platform: '1', 'user-token': session.token, authorization: `Bearer ${session.secret}` }
}
