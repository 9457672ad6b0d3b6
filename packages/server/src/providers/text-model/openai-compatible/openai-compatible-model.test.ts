import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type ModelServer, startModelServer } from '@everkin/testing/servers/model-server.ts'
import type { Behaviour, ModelServerMode } from '@everkin/testing/servers/model-server-behaviour.ts'
import { replyWords } from '@everkin/testing/servers/model-server-replies.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TextModelLimits } from '../endpoint/limits.ts'
import { describeEndpoint, type EndpointUnderTest, IMAGE_BASE64 } from '../endpoint.suite.ts'
import { readAll, requestFor } from '../text-model.suite.ts'
import { createOpenAiCompatibleModel } from './openai-compatible-model.ts'

let server: ModelServer
const waits: number[] = []

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

function modelThat(
  mode: ModelServerMode,
  behaviour: Partial<Behaviour> = {},
  limits: Partial<TextModelLimits> = {},
  apiKey: string | null = 'secret-key',
) {
  server.requests.length = 0
  waits.length = 0
  server.behave({ mode, ...behaviour })
  return createOpenAiCompatibleModel({
    baseUrl: server.url,
    apiKey,
    name: 'everkin-test',
    contextTokens: 8192,
    limits,
    wait: async (delayMs) => void waits.push(delayMs),
  })
}

const whole = replyWords(12).join('')

const STANDARD = { temperature: 0.75, top_p: 0.95, frequency_penalty: 0.25, presence_penalty: 0.5, seed: 7 }
const EXTENDED = { ...STANDARD, top_k: 40, min_p: 0.05, repetition_penalty: 1.1, repeat_penalty: 1.1 }
const OPENAI: EndpointUnderTest = {
  create: (origin, settings) => createOpenAiCompatibleModel({ ...settings, baseUrl: `${origin}/v1/` }),
  name: 'everkin-test',
  reasoningName: 'everkin-test',
  samplers: EXTENDED,
  unknownSamplers: [],
  rejectable: 'top_k',
  effort: {
    off: { reasoning_effort: 'none', chat_template_kwargs: { enable_thinking: false }, max_tokens: 200 },
    high: { reasoning_effort: 'high', max_tokens: 4_200 },
  },
  image: { type: 'image_url', image_url: { url: `data:image/webp;base64,${IMAGE_BASE64}` } },
  hasReasoning: true,
}
describeEndpoint('an OpenAI-compatible endpoint', OPENAI)
describeEndpoint('a raw completion endpoint', {
  ...OPENAI,
  create: (origin, settings) =>
    createOpenAiCompatibleModel({ ...settings, baseUrl: `${origin}/v1`, api: 'completion', template: 'llama3' }),
  image: null,
  hasReasoning: false,
})

describe('what is sent', () => {
  it('contains only what is asked for, with the key in its header alone', async () => {
    await readAll(modelThat('normal'), requestFor())
    const [request] = server.requests
    expect(Object.keys(request?.body ?? {}).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'stop',
      'stream',
      'stream_options',
    ])
    expect(request?.authorization).toBe('Bearer secret-key')
    expect(JSON.stringify(request?.body)).not.toContain('secret-key')
  })

  it('learns that a server requires max_completion_tokens, and remembers it', async () => {
    const model = modelThat('needs_completion_tokens')
    await readAll(model, requestFor())
    await readAll(model, requestFor())
    expect(server.requests.map((request) => request.body.max_completion_tokens)).toEqual([undefined, 200, 200])
  })

  it('learns that a template takes strict roles, and folds the prompt', async () => {
    const model = modelThat('strict_template')
    expect((await readAll(model, requestFor())).text).toBe(whole)
    expect(server.requests.at(-1)?.body.messages.map((message) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ])
  })
})

describe('accepted responses (UPS-04)', () => {
  const fine: ModelServerMode[] = ['double_done', 'no_done', 'half_farewell', 'crlf', 'wrong_index', 'split_bytes']
  it.each([...fine, 'whole', 'thinking'] as const)('a stream of the kind %s is read completely', async (mode) => {
    const { text, finish } = await readAll(modelThat(mode, {}, { farewellMs: 20 }), requestFor())
    expect(text).toBe(whole)
    expect(finish).toMatchObject({ type: 'finish', reason: 'stop' })
  })

  it('emoji, combining marks and other scripts survive any split of the bytes', async () => {
    const { text } = await readAll(modelThat('split_bytes', { unusual: true, words: 10 }), requestFor())
    expect(text).toBe(replyWords(10, true).join(''))
  })
})

describe('documents and streams of other forms', () => {
  const reply = JSON.stringify({ choices: [{ message: { content: 'Well.' }, finish_reason: 'stop' }] })
  const piece = 'data: {"choices":[{"delta":{"content":"Well."}}]}\n\n'

  async function read(body: string, type: string | undefined) {
    const own = createServer((request, response) => {
      request.resume()
      if (type) response.setHeader('content-type', type)
      response.end(body)
    }).listen(0, '127.0.0.1')
    await once(own, 'listening')
    const { port } = own.address() as AddressInfo // a TCP server's address is never a string
    const baseUrl = `http://127.0.0.1:${port}/v1`
    const model = createOpenAiCompatibleModel({
      baseUrl,
      apiKey: 'k',
      name: 'm',
      contextTokens: 10,
      wait: async () => {},
    })
    return readAll(model, requestFor()).finally(() => own.close())
  }

  it.each([
    ['a document without a type', reply, undefined],
    ['a document called a stream', reply, 'text/event-stream'],
    ['a document after blanks', `\ufeff\n \n${reply}`, 'application/json'],
    ['a stream called a document', `${piece}data: {"choices":[{"finish_reason":"stop"}]}\n\n`, 'application/json'],
    ['a stream that gives no reason for its end', `${piece}data: [DONE]\n\n`, 'text/event-stream'],
  ])('%s is read', async (_, body, type) => {
    const { text, finish } = await read(body, type)
    expect(text).toBe('Well.')
    expect(finish).toMatchObject({ type: 'finish', reason: 'stop' })
  })

  it.each([
    ['a document called a stream', '{"error":{"message":"Loading","code":503}}', 503],
    ['the object itself', `data: {"object":"error","message":"Loading","code":503}\n\n`, 503],
    ['the reason for the end', `data: {"choices":[{"finish_reason":"error","error":{"code":502}}]}\n\n`, 502],
  ])('an error that is %s is one', async (_, body, status) => {
    await expect(read(body, 'text/event-stream')).rejects.toMatchObject({ fault: 'overloaded', status })
  })
})

describe('faults', () => {
  it('a kept connection that the server has closed costs neither the reply nor a pause', async () => {
    const served = new WeakSet<Socket>()
    let closed = 0
    const closing = createServer((request, response) => {
      if (served.has(request.socket)) {
        closed += 1
        return void request.socket.destroy()
      }
      served.add(request.socket)
      request.resume()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
    }).listen(0, '127.0.0.1')
    await once(closing, 'listening')
    const { port } = closing.address() as AddressInfo // a TCP server's address is never a string
    waits.length = 0
    const model = createOpenAiCompatibleModel({
      baseUrl: `http://127.0.0.1:${port}/v1`,
      apiKey: null,
      name: 'm',
      contextTokens: 10,
      wait: async (delayMs) => void waits.push(delayMs),
    })
    for (let count = 0; count < 4; count++) expect((await readAll(model, requestFor())).text).toBe('Hi')
    expect(closed).toBeGreaterThan(0)
    expect(waits).toEqual([])
    closing.closeAllConnections()
    closing.close()
  })
})

describe('getting ready for a reply', () => {
  const expected = async () => requestFor().messages.slice(0, 2)

  it('lets a server of one’s own network read the beginning of the prompt', async () => {
    const model = modelThat('normal', { delayMs: 5 }, {}, null)
    await model.prepare?.(expected)
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.body).toMatchObject({
      max_tokens: 1,
      messages: [...requestFor().messages.slice(0, 2), { role: 'user', content: '…' }],
    })
    expect((await readAll(model, requestFor())).text).toBe(whole)
    // While a reply is written it asks for nothing.
    const parts = model.stream(requestFor())[Symbol.asyncIterator]()
    await parts.next()
    await model.prepare?.(expected)
    expect(server.requests).toHaveLength(3)
    await parts.return?.()
  })

  it.each([
    [{ prompt_tokens_details: { cached_tokens: 0 } }, 2],
    [{ prompt_tokens_details: { cached_tokens: 900 } }, 3],
    [{}, 3],
  ])('pauses for a server without a cache (%j)', async (details, requests) => {
    let served = 0
    const usage = { prompt_tokens: 1_000, completion_tokens: 1, ...details }
    const own = createServer((request, response) => {
      served += 1
      request.resume()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const chunk = { choices: [{ delta: { content: 'Hi' }, finish_reason: 'stop' }], usage }
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
    }).listen(0, '127.0.0.1')
    await once(own, 'listening')
    const { port } = own.address() as AddressInfo // a TCP server's address is never a string
    const baseUrl = `http://127.0.0.1:${port}/v1`
    const model = createOpenAiCompatibleModel({ baseUrl, apiKey: null, name: 'm', contextTokens: 10_000 })
    await model.prepare?.(expected)
    expect((await readAll(model, requestFor())).text).toBe('Hi')
    await model.prepare?.(expected)
    expect(served).toBe(requests)
    own.closeAllConnections()
    own.close()
  })

  it('sends nothing to a server with a key: its owner may have to pay for it', async () => {
    const model = modelThat('normal')
    await model.prepare?.(() => Promise.reject(new Error('no prompt is needed')))
    expect(server.requests).toEqual([])
    expect((await readAll(model, requestFor())).text).toBe(whole)
  })

  it('is silent about a server that refuses, and writes the reply all the same', async () => {
    const model = modelThat('flaky', { status: 500, failures: 1 }, {}, null)
    await model.prepare?.(expected)
    expect((await readAll(model, requestFor())).text).toBe(whole)
    expect(waits).toEqual([])
  })
})
