import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Behaviour, behaviourOf } from './model-server-behaviour.ts'
import { answer, type CompletionRequest } from './model-server-replies.ts'

/** A requested chat completion, as the server saw it. */
export interface RecordedRequest {
  body: CompletionRequest
  authorization: string | null
  /** The client disconnected before the reply was complete. */
  aborted: boolean
  /** The reply, or the rejection, was sent completely. */
  finished: boolean
  /** Content pieces written so far. */
  tokens: number
}

export interface ModelServer {
  /** The value for MODEL_BASE_URL, ending in /v1. */
  readonly url: string
  readonly port: number
  /** Newest last; empty when `record` is off. */
  readonly requests: RecordedRequest[]
  /** Completions under way. */
  readonly open: number
  /** Changes the behaviour of model names that do not specify one, from now on. */
  behave(behaviour: Partial<Behaviour>): void
  close(): Promise<void>
}

export interface ModelServerSettings {
  port?: number
  /** Names that /v1/models lists. */
  models?: string[]
  behaviour?: Partial<Behaviour>
  /** Off for long benchmarks, so that memory stays flat. */
  record?: boolean
}

/**
 * Starts an OpenAI-compatible model server on 127.0.0.1. Its behaviour is chosen per request by the model's name
 * (`normal?words=30&delayMs=5`, see `model-server-behaviour.ts`), or else by its settings.
 */
export async function startModelServer(settings: ModelServerSettings = {}): Promise<ModelServer> {
  const models = settings.models ?? ['everkin-test']
  const requests: RecordedRequest[] = []
  let standing = settings.behaviour ?? {}
  let open = 0

  async function complete(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request)
    if (!body) return sendJson(response, 400, { error: { message: 'not JSON' } })
    const authorization = request.headers.authorization ?? null
    const record: RecordedRequest = { body, authorization, aborted: false, finished: false, tokens: 0 }
    if (settings.record !== false) requests.push(record)
    const attempt = requests.length
    open += 1
    response.once('close', () => {
      open -= 1
      record.aborted = !response.writableFinished
      record.finished = response.writableFinished
    })
    await answer({
      behaviour: behaviourOf(body.model, standing),
      body,
      response,
      attempt,
      onToken: () => record.tokens++,
    })
  }

  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/v1/models') {
      return sendJson(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) })
    }
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      return sendJson(response, 404, { error: { message: 'no such path' } })
    }
    complete(request, response).catch(() => response.destroy())
  })
  const port = await listen(server, settings.port ?? 0)
  return {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    requests,
    get open() {
      return open
    },
    behave(behaviour) {
      standing = behaviour
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function listen(server: Server, port: number): Promise<number> {
  server.keepAliveTimeout = 60_000
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // a TCP server's address is never a string
}

async function readJson(request: IncomingMessage): Promise<CompletionRequest | null> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer) // no encoding was set
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8')) as CompletionRequest // a test server trusts its tests
  } catch {
    return null
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
