import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Behaviour, behaviourOf } from './model-server-behaviour.ts'
import {
  type CompletionRequest,
  createProtocol,
  type ProtocolName,
  protocolOf,
  readRequest,
} from './model-server-protocols.ts'
import { answer } from './model-server-replies.ts'

/** A requested reply, as the server saw it. */
interface RecordedRequest {
  /** Who said what, in the same form for every protocol. */
  body: CompletionRequest
  /** The JSON as it was sent. */
  sent: Record<string, unknown>
  authorization: string | null
  /** The key of a native protocol. */
  key: string | null
  /** The trace that the request says it belongs to. */
  traceparent: string | null
  /** The client disconnected before the reply was complete. */
  aborted: boolean
  /** The reply, or the rejection, was sent completely. */
  finished: boolean
  /** Content pieces written so far. */
  tokens: number
}

export interface ModelServer {
  /** The value for MODEL_BASE_URL, ending in /v1. Anthropic’s API has the same address, Google’s ends in /v1beta. */
  readonly url: string
  readonly port: number
  /** Newest last; empty when `record` is off. */
  readonly requests: RecordedRequest[]
  /** Replies under way. */
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
 * Starts a model server on 127.0.0.1 that speaks four protocols: OpenAI’s chat and raw completions, Anthropic’s messages
 * and Google’s streamGenerateContent. Its behaviour is chosen per request by the model's name
 * (`normal?words=30&delayMs=5`, see `model-server-behaviour.ts`), or else by its settings.
 */
export async function startModelServer(settings: ModelServerSettings = {}): Promise<ModelServer> {
  const models = settings.models ?? ['everkin-test']
  const requests: RecordedRequest[] = []
  let standing = settings.behaviour ?? {}
  let open = 0
  let replies = 0

  async function complete(name: ProtocolName, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await readJson(request)
    if (!sent) return sendJson(response, 400, { error: { message: 'not JSON' } })
    const body = readRequest(name, request.url ?? '', sent)
    const record: RecordedRequest = {
      body,
      sent,
      authorization: request.headers.authorization ?? null,
      key: String(request.headers['x-api-key'] ?? request.headers['x-goog-api-key'] ?? '') || null,
      traceparent: String(request.headers.traceparent ?? '') || null,
      aborted: false,
      finished: false,
      tokens: 0,
    }
    if (settings.record !== false) requests.push(record)
    const attempt = requests.length
    replies += 1
    open += 1
    response.once('close', () => {
      open -= 1
      record.aborted = !response.writableFinished
      record.finished = response.writableFinished
    })
    const behaviour = behaviourOf(body.model, standing)
    await answer({
      behaviour,
      body,
      response,
      protocol: createProtocol(name, behaviour),
      attempt,
      reply: replies,
      onToken: () => record.tokens++,
    })
  }

  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/v1/models') {
      return sendJson(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) })
    }
    const name = request.method === 'POST' ? protocolOf(request.url ?? '') : null
    if (name === null) return sendJson(response, 404, { error: { message: 'no such path' } })
    complete(name, request, response).catch(() => response.destroy())
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

async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer) // no encoding was set
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8')) as Record<string, unknown> // a test server trusts its tests
  } catch {
    return null
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
