import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecallFact } from '../recall-facts.ts'

/** A model and an embedding model that know nothing but their input. */
export interface RecallModelServer {
  /** The value for MODEL_BASE_URL and EMBEDDING_BASE_URL. */
  readonly url: string
  /** The number of completions and embeddings so far. */
  readonly asked: { replies: number; readings: number; embeddings: number }
  close(): Promise<void>
}

/** The answer when its prompt does not contain the fact. */
const DOES_NOT_KNOW = 'I do not remember.'

/**
 * Answers a question about a planted fact with its value if, and only if, the value is in its prompt. Asked for notes,
 * it notes sentences in which people speak of themselves, and misses every third: like a model that reads well but not
 * perfectly. Its vectors are hashed runs of three letters, so they represent spelling, not meaning.
 */
export async function startRecallModelServer(facts: readonly RecallFact[]): Promise<RecallModelServer> {
  const asked = { replies: 0, readings: 0, embeddings: 0 }
  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => {
        if (request.url === '/v1/embeddings') return sendVectors(response, body, asked)
        return sendReply(response, body, facts, asked)
      })
      .catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Body {
  messages?: { role: string; content: string }[]
  input?: string[]
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer) // no encoding was set
  return JSON.parse(Buffer.concat(pieces).toString('utf8')) as Body // a test server trusts its tests
}

function sendReply(
  response: ServerResponse,
  body: Body,
  facts: readonly RecallFact[],
  asked: RecallModelServer['asked'],
) {
  const messages = body.messages ?? []
  const isReading = messages[0]?.content.startsWith('You keep the notes') ?? false
  const text = isReading ? notesOf(messages.at(-1)?.content ?? '') : answerFrom(messages, facts)
  asked[isReading ? 'readings' : 'replies'] += 1
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })}\n\n`)
  response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`)
  response.end('data: [DONE]\n\n')
}

function answerFrom(messages: readonly { role: string; content: string }[], facts: readonly RecallFact[]): string {
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const fact = facts.find(({ asked }) => question.includes(asked))
  return fact && messages.some(({ content }) => content.includes(fact.value)) ? fact.value : DOES_NOT_KNOW
}

/** "I" and "my" in eight languages, at or near the beginning of a sentence. */
const OF_THEMSELF =
  /^(?:my|i|mein|meine|ich|am liebsten|ma|mon|mes|je|j[’']|mi|mis|trabajo|moro|meu|minha|eu|妹|父|私|好きな|我|اسم أختي|أعمل|أكلتي|تعلمت)/iu

function notesOf(task: string): string {
  const facts = [...task.matchAll(/^\[(\d+)\] (?!Ilse)[^:]{1,40}: (.*)$/gm)].flatMap(([, from, said]) =>
    (said ?? '')
      .split(/(?<=[.!?。？؟])\s*/u)
      .filter((sentence) => OF_THEMSELF.test(sentence) && !/[?？؟]$/u.test(sentence))
      .map((fact) => ({ from: Number(from), fact })),
  )
  const noticed = facts.filter(({ fact }) => hash(fact) % 3 !== 0)
  return JSON.stringify({ summary: 'They talk by the water, of small things and of old ones.', facts: noticed })
}

const DIMENSIONS = 256

function sendVectors(response: ServerResponse, body: Body, asked: RecallModelServer['asked']) {
  asked.embeddings += 1
  const data = (body.input ?? []).map((text, index) => ({ index, embedding: vectorOf(text) }))
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
}

function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0)
  const letters = [...` ${text.toLowerCase()} `]
  for (let at = 0; at + 1 < letters.length; at++)
    for (const length of [2, 3]) {
      const code = hash(letters.slice(at, at + length).join(''))
      vector[code % DIMENSIONS]! += (code >>> 16) % 2 === 0 ? 1 : -1
    }
  return vector
}

function hash(text: string): number {
  let code = 0x811c9dc5
  for (const letter of text) code = Math.imul(code ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (code ^ (code >>> 15)) >>> 0
}
