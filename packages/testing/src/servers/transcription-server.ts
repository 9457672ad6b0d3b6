import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The server's response to a recording. */
export type TranscriptionBehaviour =
  | { mode: 'hears'; text: string }
  | { mode: 'silent' }
  | { mode: 'page' }
  | { mode: 'endless' }
  | { mode: 'status'; status: number }

export interface TranscriptionServer {
  url: string
  /** The requests so far, newest last. */
  readonly requests: { fields: Record<string, string>; fileName: string; bytes: number; authorization: string }[]
  behave(behaviour: TranscriptionBehaviour): void
  close(): Promise<void>
}

/** An OpenAI-compatible `/audio/transcriptions` endpoint that misbehaves on demand. */
export async function startTranscriptionServer(
  behaviour: TranscriptionBehaviour = { mode: 'hears', text: 'Good evening.' },
): Promise<TranscriptionServer> {
  let current = behaviour
  const requests: TranscriptionServer['requests'] = []

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    if (request.method === 'GET') return void reply.writeHead(404).end('{}')
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer) // no encoding was set
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(new Uint8Array(Buffer.concat(parts)), { headers }).formData()
    const fields: Record<string, string> = {}
    let file: File | null = null
    for (const [name, value] of form.entries()) {
      if (typeof value === 'string') fields[name] = value
      else file = value
    }
    requests.push({
      fields,
      fileName: file?.name ?? '',
      bytes: file?.size ?? 0,
      authorization: request.headers.authorization ?? '',
    })
    const now = current
    if (now.mode === 'silent') return
    if (now.mode === 'page') return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>canary</p>')
    if (now.mode === 'status') return void reply.writeHead(now.status).end('{"error":"canary words"}')
    reply.writeHead(200, { 'content-type': 'application/json' })
    const text = now.mode === 'endless' ? 'canary '.repeat(100_000) : now.text
    reply.end(JSON.stringify({ text }))
  }

  const server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, // it listens on a port
    requests,
    behave: (next) => {
      current = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
