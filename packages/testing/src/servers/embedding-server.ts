import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The server's response to a request for vectors. `shuffled` sends them in another order, each with its index. */
export type EmbeddingBehaviour =
  | { mode: 'normal'; refuse?: (texts: string[]) => boolean }
  | { mode: 'shuffled' }
  | { mode: 'body'; body: unknown }
  | { mode: 'page' }
  | { mode: 'huge' }
  | { mode: 'cut' }
  | { mode: 'stalls' }
  | { mode: 'silent' }
  | { mode: 'redirect' }
  | { mode: 'status'; status: number }

export interface EmbeddingServer {
  /** Its URL without a path. */
  readonly url: string
  /** Requests so far, newest last. */
  readonly requests: { model: string; input: string[]; authorization: string }[]
  /** Requests that are waiting for their answer. */
  readonly open: number
  behave(behaviour: EmbeddingBehaviour): void
  close(): Promise<void>
}

const HUGE_MIB = 40

/** The vector that the server has for a text. */
export const vectorOf = (text: string): number[] => [text.length, 1, 0.5]

/** An OpenAI-compatible `/v1/embeddings` endpoint that misbehaves on demand. */
export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  let current: EmbeddingBehaviour = { mode: 'normal' }
  let open = 0
  const requests: EmbeddingServer['requests'] = []

  const server = createServer((request, response) => {
    open += 1
    response.once('close', () => {
      open -= 1
    })
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/v1/embeddings') return void response.writeHead(404).end('{}')
    const pieces: Uint8Array[] = []
    for await (const piece of request) pieces.push(piece)
    const body = JSON.parse(Buffer.concat(pieces).toString('utf8')) as { model: string; input: string[] } // sent by us
    requests.push({ ...body, authorization: request.headers.authorization ?? '' })
    await respond(response, current, body.input)
  }

  async function respond(response: ServerResponse, now: EmbeddingBehaviour, texts: string[]): Promise<void> {
    if (now.mode === 'silent') return
    if (now.mode === 'cut') return void response.destroy()
    if (now.mode === 'page') return void response.end('<html>canary</html>')
    if (now.mode === 'redirect') return void response.writeHead(307, { location: 'http://127.0.0.1:9/canary' }).end()
    if (now.mode === 'status') return sendJson(response, { error: 'canary words' }, now.status)
    if (now.mode === 'stalls') return void response.writeHead(200).write('{"data": [')
    if (now.mode === 'huge') return sendHuge(response)
    if (now.mode === 'body') return sendJson(response, now.body)
    if (now.mode === 'normal' && now.refuse?.(texts)) return sendJson(response, { error: 'canary words' }, 400)
    const data = texts.map((text, index) => ({ index, embedding: vectorOf(text) }))
    sendJson(response, { data: now.mode === 'shuffled' ? data.reverse() : data })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    requests,
    get open() {
      return open
    },
    behave(behaviour) {
      current = behaviour
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function sendHuge(response: ServerResponse): Promise<void> {
  const pieces = function* () {
    yield '{"data": [{"embedding": "'
    for (let mib = 0; mib < HUGE_MIB; mib++) yield 'A'.repeat(1024 * 1024)
  }
  await pipeline(Readable.from(pieces()), response).catch(() => undefined) // the reader disconnects early
}
