/**
 * The first word with and without a reply that was prepared while its message was written (decision 0110), alternating in
 * one run: from a provider that is far away, and from a model on the operator's own hardware. The model answers at once;
 * distance and reading speed are simulated, the handshakes and the server are real. Each chat is long and not in the
 * server's caches.
 *
 *   npm run bench prepared-reply
 *   ROUNDS=9 READS_PER_SECOND=2000 npm run bench prepared-reply
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { newId } from '@everkin/server/platform/ids.ts'
import { createOpenAiCompatibleModel } from '@everkin/server/providers/text-model/openai-compatible/openai-compatible-model.ts'
import { startTcpProxy } from '@everkin/testing/servers/tcp-proxy.ts'
import { startTestServer } from '@everkin/testing/test-server.ts'
import { storeLongChat } from './measure/long-chat.ts'
import { heading, median, row } from './measure/statistics.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
/** Tokens of a prompt that the model of one's own reads in a second: a large model on a small graphics card. */
const READS_PER_SECOND = Number(process.env.READS_PER_SECOND ?? 1_000)
const ONE_WAY_MS = 25
/** How long a person writes before they send. */
const WRITING_MS = 6_000
/** As many as fit into a prompt, so that the model has nothing else to do, such as noting what was said. */
const MESSAGES = 40
const CHARACTERS_PER_TOKEN = 4

// The certificate of the simulated provider is its own.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
process.removeAllListeners('warning')

heading(
  `The first word of a prepared reply (${ROUNDS} rounds; ${WRITING_MS / 1000} s of writing; medians)`,
  'model',
  'not prepared, ms',
  'prepared, ms',
  'ratio',
)
const provider = await startProvider()
if (provider) await measure('a provider 50 ms away', provider, 'a-key')
else console.log('SKIPPED: a provider, because there is no openssl to make a certificate with')
const own = await startReadingModel()
await measure(`one’s own, which reads ${READS_PER_SECOND} tokens a second`, own, null)
process.exit(0)

interface ModelOnTheWay {
  url: string
  /** Forgets prompts and connections, as with the hours between two visits. */
  forget(): void
}

async function measure(name: string, { url, forget }: ModelOnTheWay, apiKey: string | null): Promise<void> {
  const model = createOpenAiCompatibleModel({ baseUrl: url, apiKey, name: 'bench', contextTokens: 32_768 })
  const server = await startTestServer({ model })
  const person = await server.signIn()
  const client = await person.connect()
  const timings = { plain: [] as number[], prepared: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of ['plain', 'prepared'] as const) {
      const { id } = await storeLongChat(server.context.database, {
        id: newId(),
        personId: person.user.id,
        messages: MESSAGES,
      })
      forget()
      await wait(4 * ONE_WAY_MS) // the end of a connection has to arrive
      if (kind === 'prepared') client.send({ type: 'generation.prepare', chat_id: id })
      await wait(WRITING_MS)
      const from = client.frames.length
      const began = performance.now()
      client.send({ type: 'message.send', chat_id: id, client_id: crypto.randomUUID(), text: 'Where does it go?' })
      await client.next('message.delta', ({ chat_id }) => chat_id === id, from)
      timings[kind].push(performance.now() - began)
      await client.next('message.completed', ({ message }) => message.chat_id === id, from)
    }
  const [plain, prepared] = [median(timings.plain), median(timings.prepared)]
  row(name, plain, prepared, plain / prepared)
  client.close()
  await server.end()
}

/** A provider with TLS behind a slow network; null without openssl. */
async function startProvider(): Promise<ModelOnTheWay | null> {
  const identity = createCertificate()
  if (!identity) return null
  const model = await listen(createServer((request, response) => request.resume().on('end', () => reply(response))))
  const connections = new Set<Socket>()
  const tls = createTlsServer(identity)
  tls.on('secureConnection', (socket) => {
    connections.add(socket)
    socket.on('error', () => undefined).on('close', () => connections.delete(socket))
    model.server.emit('connection', socket)
  })
  const { port } = await listen(tls)
  const proxy = await startTcpProxy(port)
  proxy.delay(ONE_WAY_MS)
  return {
    url: `https://127.0.0.1:${proxy.port}/v1`,
    forget: () => {
      for (const connection of connections) connection.destroy()
    },
  }
}

function createCertificate(): { key: string; cert: string } | null {
  const ask = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  try {
    const pem = execFileSync('openssl', [...ask, '-subj', '/CN=127.0.0.1', '-keyout', '-', '-out', '-'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return { key: pem, cert: pem }
  } catch {
    return null
  }
}

/** A model with a cache for one prompt: it reads what is not the same as the beginning of the last one. */
async function startReadingModel(): Promise<ModelOnTheWay> {
  let read = ''
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    // What Everkin sends.
    const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] }
    const prompt = messages.map(({ role, content }) => `${role}: ${content}\n`).join('')
    let same = 0
    while (same < prompt.length && prompt[same] === read[same]) same += 1
    read = prompt
    await wait(((prompt.length - same) / CHARACTERS_PER_TOKEN / READS_PER_SECOND) * 1000)
    reply(response)
  })
  const { port } = await listen(server)
  return {
    url: `http://127.0.0.1:${port}/v1`,
    forget: () => {
      read = ''
    },
  }
}

function reply(response: ServerResponse): void {
  const part = (delta: object, finish_reason: string | null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(`${part({ content: 'To the other side.' }, null)}${part({}, 'stop')}data: [DONE]\n\n`)
}

async function listen<Listening extends Server>(server: Listening): Promise<{ server: Listening; port: number }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port } // a TCP server's address is never a string
}
