import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type ModelServer, startModelServer } from '@everkin/testing/servers/model-server.ts'
import type { Behaviour, ModelServerMode } from '@everkin/testing/servers/model-server-behaviour.ts'
import { replyWords } from '@everkin/testing/servers/model-server-replies.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TextModelError, type TextModelPart } from '../../../modules/models/module.ts'
import { describeTextModel, readAll, requestFor, textOf } from '../text-model.suite.ts'
import type { TextModelLimits } from '../endpoint/limits.ts'
import { createOpenAiCompatibleModel } from './openai-compatible-model.ts'

let server: ModelServer
const waits: number[] = []

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

function modelThat(mode: ModelServerMode, behaviour: Partial<Behaviour> = {}, limits: Partial<TextModelLimits> = {}) {
  server.requests.length = 0
  waits.length = 0
  server.behave({ mode, ...behaviour })
  return createOpenAiCompatibleModel({
    baseUrl: server.url,
    apiKey: 'secret-key',
    name: 'everkin-test',
    contextTokens: 8192,
    limits,
    wait: async (delayMs) => void waits.push(delayMs),
    random: () => 0.5,
  })
}

/** Reads until it fails; returns the parts and the fault. */
async function readToFault(model: ReturnType<typeof modelThat>) {
  const parts: TextModelPart[] = []
  try {
    for await (const part of model.stream(requestFor())) parts.push(part)
  } catch (error) {
    return { text: textOf(parts), parts, error: error as TextModelError } // every test asserts its class
  }
  return { text: textOf(parts), parts, error: null }
}

const whole = replyWords(12).join('')

describeTextModel('an OpenAI-compatible endpoint', async () => ({
  model: modelThat('normal', { delayMs: 2 }),
  openUpstream: () => server.open,
}))

describe('what is sent', () => {
  it('contains only what is asked for, with the key in its header alone', async () => {
    await readAll(modelThat('normal'), requestFor())
    const [request] = server.requests
    expect(Object.keys(request?.body ?? {}).sort()).toEqual(['max_tokens', 'messages', 'model', 'stop', 'stream', 'stream_options'])
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

  it('reads the usage if the server reports it', async () => {
    const { finish } = await readAll(modelThat('normal', { usage: true }), requestFor())
    expect(finish).toMatchObject({ usage: { promptTokens: 21, replyTokens: 12 } })
  })

  it('yields everything of one read as one part', async () => {
    const { parts } = await readAll(modelThat('crlf', { words: 100 }), requestFor())
    expect(parts.length).toBeLessThan(10)
  })

  it('stops at another speaker, even if the server does not', async () => {
    const model = modelThat('scripted', { script: ['Well.', '\nAl', 'ex: I nod'] })
    expect((await readAll(model, requestFor())).text).toBe('Well.')
  })

  it('a filtered reply is kept and reported as filtered (UPS-06)', async () => {
    const { text, finish } = await readAll(modelThat('filtered'), requestFor())
    expect(text).toBe('The lamp')
    expect(finish).toMatchObject({ reason: 'filtered' })
  })
})

describe('faults', () => {
  const table: [ModelServerMode, Partial<Behaviour>, string, string][] = [
    ['cut', { words: 3 }, 'cut_off', 'The lamp is'],
    ['cut_quietly', { words: 3 }, 'cut_off', 'The lamp is'],
    ['garbage', {}, 'garbled', 'The lamp'],
    ['long_line', { bytes: 2_000_000 }, 'garbled', 'The lamp'],
    ['html', {}, 'garbled', ''],
    ['mid_error', {}, 'overloaded', 'The lamp'],
    ['empty', {}, 'empty', ''],
    ['whitespace', {}, 'empty', ''],
    ['stalled', {}, 'timeout', 'The lamp'],
    ['keep_alive_only', {}, 'timeout', ''],
    ['hang', {}, 'timeout', ''],
  ]
  it.each(table)(
    '%s %j ends as %s, keeps the prefix, and is not retried (UPS-01, 03 to 06)',
    async (mode, behaviour, fault, prefix) => {
      const { text, error } = await readToFault(modelThat(mode, behaviour, { firstTokenMs: 150, idleMs: 150 }))
      expect(error).toBeInstanceOf(TextModelError)
      expect(error?.fault).toBe(fault)
      expect(text).toBe(prefix)
      expect(server.requests).toHaveLength(1)
      await expect.poll(() => server.open).toBe(0)
    },
  )

  it.each([400, 401, 403, 404])('status %i is rejected and not retried (UPS-02)', async (status) => {
    const { error } = await readToFault(modelThat('status', { status }))
    expect(error).toMatchObject({ fault: 'refused', retryable: false, status })
    expect(server.requests).toHaveLength(1)
  })

  it.each([500, 502, 503, 529])(
    'status %i is tried three times in total, with growing pauses (UPS-02)',
    async (status) => {
      const { error } = await readToFault(modelThat('status', { status }))
      expect(error).toMatchObject({ fault: 'overloaded', retryable: true, status })
      expect(server.requests).toHaveLength(3)
      expect(waits).toEqual([312, 625])
    },
  )

  it('a server that recovers shows no failure', async () => {
    expect((await readAll(modelThat('flaky', { failures: 2 }), requestFor())).text).toBe(whole)
  })

  it('429 waits as requested, up to ten seconds (UPS-02)', async () => {
    const { error } = await readToFault(modelThat('rate_limited', { retryAfter: '7' }))
    expect(error).toMatchObject({ fault: 'rate_limited', retryAfterMs: 7000, status: 429 })
    expect(waits).toEqual([7000, 7000])
  })

  it('429 with a longer wait, or a past date, is not retried', async () => {
    await readToFault(modelThat('rate_limited', { retryAfter: '11' }))
    expect(waits).toEqual([])
    await readToFault(modelThat('rate_limited', { retryAfter: 'Wed, 21 Oct 2015 07:28:00 GMT' }))
    expect(waits).toEqual([0, 0])
  })

  it('429 without a wait uses our own pauses', async () => {
    await readToFault(modelThat('rate_limited'))
    expect(waits).toEqual([312, 625])
  })

  it('a server that does not answer is unreachable after three attempts (UPS-01)', async () => {
    const gone = await startModelServer()
    await gone.close()
    const model = createOpenAiCompatibleModel({
      baseUrl: `${gone.url}/`,
      apiKey: null,
      name: 'm',
      contextTokens: 10,
      wait: async (delayMs) => void waits.push(delayMs),
    })
    waits.length = 0
    await expect(readAll(model, requestFor())).rejects.toMatchObject({ fault: 'unreachable', retryable: true })
    expect(waits).toHaveLength(2)
  })

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

  it('an endless reply ends at the requested tokens, and upstream is closed (UPS-05)', async () => {
    const { parts, finish } = await readAll(modelThat('endless'), requestFor({ maxReplyTokens: 50 }))
    expect(textOf(parts).trim().split(' ').length).toBeLessThanOrEqual(50)
    expect(finish).toMatchObject({ reason: 'length' })
    await expect.poll(() => server.open).toBe(0)
  })

  it('no error reveals the key, the address or the words of the prompt and the reply', async () => {
    for (const [mode, behaviour] of [
      ['status', { status: 401 }],
      ['status', { status: 500 }],
      ['garbage', {}],
      ['cut', { words: 1 }],
    ] as const) {
      const { error } = await readToFault(modelThat(mode, behaviour))
      const told = `${error?.stack}${JSON.stringify(error)}${String(error?.cause)}`
      for (const secret of ['secret-key', String(server.port), 'Hello', 'lamp']) {
        expect(told).not.toContain(secret)
      }
    }
  })
})
