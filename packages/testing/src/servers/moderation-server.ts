import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The server's response to a check. Faults apply to both protocols. */
export type ModerationBehaviour =
  | { mode: 'normal'; delayMs?: number }
  | { mode: 'body'; body: unknown }
  | { mode: 'page' }
  | { mode: 'huge' }
  | { mode: 'cut' }
  | { mode: 'stalls' }
  | { mode: 'silent' }
  | { mode: 'redirect' }
  | { mode: 'status'; status: number }

export interface ModerationServer {
  /** Ends in /v1. */
  readonly url: string
  /** Checks so far, newest last: what the server could read, all of it. */
  readonly requests: { path: string; headers: Record<string, unknown>; body: string }[]
  behave(behaviour: ModerationBehaviour): void
  /** What is flagged from now on: an input that contains the marker has the category. */
  flag(marker: string, category: string): void
  close(): Promise<void>
}

/** The judge's category for one of the endpoint's. */
const JUDGED: Record<string, string> = {
  'sexual/minors': 'minor_safety',
  'self-harm/instructions': 'self_harm_encouragement',
  'illicit/violent': 'mass_harm',
  'harassment/threatening': 'threat',
  sexual: 'sexual',
}

const PICTURE = 'data:image/'

/**
 * An OpenAI-compatible `/moderations`, or a chat model that judges, which misbehaves on demand. It flags inputs by
 * markers, and pictures by the marker `picture`; `readsPictures: false` refuses them.
 */
export async function startModerationServer(
  kind: 'moderations' | 'chat' = 'moderations',
  { readsPictures = true, port = 0 } = {},
): Promise<ModerationServer> {
  let current: ModerationBehaviour = { mode: 'normal' }
  const flags: [marker: string, category: string][] = []
  const requests: ModerationServer['requests'] = []
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = kind === 'moderations' ? '/v1/moderations' : '/v1/chat/completions'
    if (request.method !== 'POST' || request.url !== path) return void response.writeHead(404).end('{}')
    let body = ''
    for await (const piece of request) body += String(piece)
    requests.push({ path, headers: { ...request.headers }, body })
    if (current.mode !== 'normal') return misbehave(current, response)
    await wait(current.delayMs ?? 0)
    const checked = checkedPart(body)
    const hasPicture = checked.includes(PICTURE)
    if (hasPicture && !readsPictures) return sendJson(response, { error: 'canary words' }, 400)
    const found = flags.filter(([marker]) => (hasPicture ? marker === 'picture' : checked.includes(marker)))
    sendJson(response, kind === 'moderations' ? moderation(found) : judgement(found))
  }

  /** What is to be checked, without the judge's instructions. */
  function checkedPart(body: string): string {
    const parsed = JSON.parse(body) as { input?: unknown; messages?: unknown[] } // our own request
    return JSON.stringify(kind === 'moderations' ? parsed.input : parsed.messages?.at(-1))
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, // it listens on a port
    requests,
    behave(behaviour) {
      current = behaviour
    },
    flag: (marker, category) => void flags.push([marker, category]),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function misbehave(now: Exclude<ModerationBehaviour, { mode: 'normal' }>, response: ServerResponse): void {
  switch (now.mode) {
    case 'silent':
      return
    case 'cut':
      return void response.destroy()
    case 'page':
      return void response.end('<html>canary</html>')
    case 'redirect':
      return void response.writeHead(307, { location: 'http://127.0.0.1:9/canary' }).end()
    case 'status':
      return sendJson(response, { error: 'canary words' }, now.status)
    case 'stalls':
      return void response.writeHead(200).write('{"results": [')
    case 'huge':
      return void response.end(`{"results": "${'A'.repeat(3 * 1024 * 1024)}"}`)
    case 'body':
      return sendJson(response, now.body)
  }
}

function moderation(found: readonly [string, string][]): unknown {
  const categories = { sexual: false, violence: false, ...Object.fromEntries(found.map(([, key]) => [key, true])) }
  return { id: 'modr-1', results: [{ flagged: found.length > 0, categories }] }
}

function judgement(found: readonly [string, string][]): unknown {
  const category = found[0] ? (JUDGED[found[0][1]] ?? found[0][1]) : 'none'
  const content = `Here is my answer:\n\`\`\`json\n${JSON.stringify({ category, sure: true })}\n\`\`\``
  return { choices: [{ message: { role: 'assistant', content } }] }
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
