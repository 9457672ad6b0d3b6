import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The server's response to a request; `normal` streams its frames with a pause between them. */
export type SpeechBehaviour =
  | { mode: 'normal'; frames?: number; delayMs?: number; tagged?: boolean }
  | { mode: 'silent' }
  | { mode: 'stalls' }
  | { mode: 'cut' }
  | { mode: 'page' }
  | { mode: 'noise' }
  | { mode: 'empty' }
  | { mode: 'status'; status: number; retryAfter?: string }

export interface SpeechServer {
  url: string
  /** Bodies of the requests so far, newest last. */
  readonly requests: { model: string; input: string; voice: string; response_format: string; authorization: string }[]
  /** Requests whose listener disconnected before the end. */
  readonly left: number
  behave(behaviour: SpeechBehaviour): void
  close(): Promise<void>
}

/** The header of an mp3 frame and a body that names its piece, so that a test sees what arrived and in which order. */
export function frameOf(piece: number, frame: number): Uint8Array {
  return Buffer.concat([Buffer.from([0xff, 0xf3, 0x40, 0xc4]), Buffer.from(`<${piece}.${frame}>`)])
}

const TAG = Buffer.concat([
  Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0005', 'latin1'),
  Buffer.from('title'),
])

/** An OpenAI-compatible `/audio/speech` endpoint that misbehaves on demand. */
export async function startSpeechServer(behaviour: SpeechBehaviour = { mode: 'normal' }): Promise<SpeechServer> {
  let current = behaviour
  const requests: SpeechServer['requests'] = []
  let left = 0

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    if (request.method === 'GET') return listVoices(reply)
    let body = ''
    for await (const bytes of request) body += String(bytes)
    requests.push({
      ...(JSON.parse(body) as SpeechServer['requests'][number]),
      authorization: request.headers.authorization ?? '',
    }) // our own test's request
    const piece = requests.length
    reply.once('close', () => {
      if (!reply.writableFinished) left += 1
    })
    const now = current
    if (now.mode === 'silent') return
    if (now.mode === 'status') {
      const headers = now.retryAfter === undefined ? {} : { 'retry-after': now.retryAfter }
      return void reply
        .writeHead(now.status, { 'content-type': 'application/json', ...headers })
        .end('{"error":"canary words"}')
    }
    if (now.mode === 'page') return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>canary</p>')
    reply.writeHead(200, { 'content-type': 'audio/mpeg' })
    if (now.mode === 'empty') return void reply.end()
    if (now.mode === 'noise') return void reply.end('{"error":"canary words"}')
    if (now.mode === 'normal' && now.tagged) reply.write(TAG)
    for (let frame = 0; frame < (now.mode === 'normal' ? (now.frames ?? 3) : 1); frame++) {
      reply.write(frameOf(piece, frame))
      await wait(now.mode === 'normal' ? (now.delayMs ?? 1) : 20)
    }
    if (now.mode === 'cut') reply.destroy()
    else if (now.mode !== 'stalls') reply.end()
  }

  /** Not every server lists its voices. */
  function listVoices(reply: ServerResponse): void {
    if (current.mode === 'status') return void reply.writeHead(current.status).end()
    reply.writeHead(200, { 'content-type': 'application/json' })
    reply.end(JSON.stringify({ voices: ['nova', 'af_bella', { id: 'bm_george', name: 'George' }, 7, 'bad name!'] }))
  }

  const server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, // it listens on a port
    requests,
    get left() {
      return left
    },
    behave: (next) => {
      current = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
