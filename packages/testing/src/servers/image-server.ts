import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { TINY_PICTURE } from '../fake-image-model.ts'

/** The server's response to a request for an image. */
export type ImageBehaviour =
  | { mode: 'normal'; delayMs?: number; as?: 'base64' | 'url'; refuse?: (prompt: string) => boolean }
  | { mode: 'silent' }
  | { mode: 'cut' }
  | { mode: 'page' }
  | { mode: 'empty' }
  | { mode: 'no_picture' }
  | { mode: 'huge' }
  | { mode: 'redirect' }
  | { mode: 'elsewhere'; url: string }
  | { mode: 'status'; status: number; retryAfter?: string }

export interface ImageServer {
  /** Its URL without a path. */
  readonly url: string
  /** Requests for images, newest last. */
  readonly requests: { path: string; authorization: string; body: Record<string, unknown> }[]
  /** Aborted requests. */
  readonly interrupted: number
  behave(behaviour: ImageBehaviour): void
  close(): Promise<void>
}

const HUGE_MIB = 60

/** An image endpoint, OpenAI-compatible or a Stable Diffusion WebUI, that misbehaves on demand. */
export async function startImageServer(kind: 'openai' | 'webui', port = 0): Promise<ImageServer> {
  let current: ImageBehaviour = { mode: 'normal' }
  let interrupted = 0
  let progress = 0
  const requests: ImageServer['requests'] = []

  const server = createServer((request, reply) => {
    answer(request, reply).catch(() => reply.destroy())
  })

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?')
    if (path === '/made.png') return void reply.writeHead(200, { 'content-type': 'image/png' }).end(TINY_PICTURE)
    if (kind === 'webui' && path === '/sdapi/v1/progress') return sendJson(reply, { progress, state: {} })
    if (kind === 'webui' && path === '/sdapi/v1/interrupt') {
      interrupted += 1
      return sendJson(reply, {})
    }
    if (request.method !== 'POST' || path !== (kind === 'webui' ? '/sdapi/v1/txt2img' : '/v1/images/generations'))
      return void reply.writeHead(404).end('{}')
    let body = ''
    for await (const bytes of request) body += String(bytes)
    const { authorization = '' } = request.headers
    requests.push({ path, authorization, body: JSON.parse(body) as Record<string, unknown> }) // our own request
    const record = requests.at(-1)
    if (current.mode === 'normal' && current.refuse?.(String(record?.body.prompt)))
      return void reply.writeHead(400).end('{}')
    await make(reply, current)
  }

  async function make(reply: ServerResponse, now: ImageBehaviour): Promise<void> {
    if (now.mode === 'silent') return
    if (now.mode === 'status') {
      const headers = now.retryAfter === undefined ? {} : { 'retry-after': now.retryAfter }
      return void reply.writeHead(now.status, headers).end('{"error":"canary words"}')
    }
    if (now.mode === 'page') return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>canary</p>')
    if (now.mode === 'empty') return sendJson(reply, {})
    if (now.mode === 'no_picture') return sendPicture(reply, Buffer.from('canary, and no picture'))
    if (now.mode === 'elsewhere') return sendJson(reply, { data: [{ url: now.url }] })
    if (now.mode === 'huge') return sendHuge(reply)
    if (now.mode === 'redirect') return void reply.writeHead(307, { location: `${url()}/made.png` }).end()
    reply.writeHead(200, { 'content-type': 'application/json' })
    if (now.mode === 'cut') {
      reply.write('{"data": [')
      await wait(5)
      return void reply.destroy()
    }
    for (const share of [0.25, 0.5, 0.75]) {
      progress = share
      await wait((now.delayMs ?? 0) / 3)
    }
    progress = 0
    if (now.as === 'url') return void reply.end(JSON.stringify({ data: [{ url: `${url()}/made.png` }] }))
    reply.end(JSON.stringify(pictureIn(TINY_PICTURE)))
  }

  const pictureIn = (bytes: Uint8Array) => {
    const base64 = Buffer.from(bytes).toString('base64')
    return kind === 'webui' ? { images: [base64] } : { data: [{ b64_json: base64 }] }
  }
  const sendPicture = (reply: ServerResponse, bytes: Uint8Array) => sendJson(reply, pictureIn(bytes))

  async function sendHuge(reply: ServerResponse): Promise<void> {
    reply.writeHead(200, { 'content-type': 'application/json' })
    const pieces = function* () {
      yield '{"data": [{"b64_json": "'
      for (let mib = 0; mib < HUGE_MIB; mib++) yield 'A'.repeat(1024 * 1024)
    }
    await pipeline(Readable.from(pieces()), reply).catch(() => undefined) // the reader disconnects early
  }

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: url(),
    requests,
    get interrupted() {
      return interrupted
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

function sendJson(reply: ServerResponse, body: unknown): void {
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
