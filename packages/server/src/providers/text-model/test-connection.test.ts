import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ModelServer, startModelServer } from '@everkin/testing/servers/model-server.ts'
import { startUntrustedTlsServer } from '@everkin/testing/servers/untrusted-tls-server.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionSettings } from '../../modules/models/module.ts'
import type { TextModelSettings } from './choose.ts'
import { testConnection } from './test-connection.ts'

const closing: (() => Promise<unknown>)[] = []
let upstream: ModelServer
beforeEach(async () => {
  upstream = await startModelServer({ models: ['bge-m3', 'chatty'] })
  closing.push(() => upstream.close())
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close().catch(() => undefined)
})

const settings: TextModelSettings = {
  mode: 'production',
  modelBaseUrl: null,
  modelApiKey: null,
  modelName: null,
  modelContext: null,
  dataDir: '/nowhere',
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server's address is never a string
}

const sends = (status: number, body: unknown, type = 'application/json'): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

const test = (changes: Partial<ConnectionSettings> = {}, model: string | null = null, signal?: AbortSignal) =>
  testConnection(
    settings,
    { kind: 'openai_compatible', baseUrl: upstream.url, apiKey: 'sk-canary-123456', ...changes },
    model,
    signal ?? new AbortController().signal,
  )

describe('testConnection', () => {
  it('lists the models and shows what the first that can chat answers', async () => {
    const { models, reply, firstTokenMs, problem } = await test()
    expect(models.map(({ name }) => name)).toEqual(['bge-m3', 'chatty'])
    expect(upstream.requests[0]?.body.model).toBe('chatty')
    expect(reply?.length).toBeGreaterThan(0)
    expect(firstTokenMs).not.toBeNull()
    expect(problem).toBeNull()
  })

  it('reads the context that providers list', async () => {
    const rows = [{ id: 'a', context_length: 131_072 }, { id: 'b', max_model_len: 4096 }, { id: 'c' }, { id: 7 }, null]
    const origin = await serve(sends(200, { data: rows }))
    expect((await test({ baseUrl: `${origin}/v1` })).models).toEqual([
      { name: 'a', contextTokens: 131_072 },
      { name: 'b', contextTokens: 4096 },
      { name: 'c', contextTokens: null },
    ])
  })

  it.each([
    [401, { error: { message: 'Bad key sk-canary-123456' } }, { reason: 'key', detail: 'Bad key …' }],
    [403, {}, { reason: 'key' }],
    [400, { error: { message: 'API key not valid' } }, { reason: 'key' }],
    [402, { error: { message: 'Insufficient credit' } }, { reason: 'quota', detail: 'Insufficient credit' }],
    [429, {}, { reason: 'quota' }],
    [503, {}, { reason: 'server' }],
    [404, { error: 'no' }, { reason: 'protocol', hint: 'noList' }],
    [200, { data: 'none' }, { reason: 'protocol', hint: 'noList' }],
    [200, { data: [] }, { reason: 'model', hint: 'noModel' }],
    [302, '', { reason: 'protocol', hint: 'page' }],
  ] as const)('a list with status %d and %j', async (status, body, problem) => {
    const origin = await serve(sends(status, body))
    expect((await test({ baseUrl: `${origin}/v1` })).problem).toMatchObject(problem)
  })

  it('recognises a web page in place of an API', async () => {
    const origin = await serve(sends(200, '<!doctype html><title>canary</title>', 'text/html'))
    const { problem } = await test({ baseUrl: origin })
    expect(problem).toEqual({ reason: 'protocol', hint: 'page', detail: null })
  })

  it('says that /v1 is missing', async () => {
    const { problem } = await test({ baseUrl: upstream.url.replace('/v1', '') })
    expect(problem).toEqual({ reason: 'address', hint: 'version', detail: null })
  })

  it('says that nobody is at the address, without naming it', async () => {
    const gone = await startModelServer()
    await gone.close()
    const { problem } = await test({ baseUrl: gone.url })
    expect(problem).toEqual({ reason: 'address', detail: 'ECONNREFUSED' })
  })

  it('says that a certificate is not trusted', async () => {
    const server = await startUntrustedTlsServer()
    closing.push(server.close)
    const { problem } = await test({ baseUrl: `${server.url}/v1` })
    expect(problem).toEqual({ reason: 'address', hint: 'certificate', detail: expect.stringMatching(/^[A-Z_]+$/) })
  })

  it.each([
    ['status?status=401', { reason: 'key' }],
    ['status?status=402', { reason: 'quota' }],
    ['status?status=404', { reason: 'address' }],
    ['status?status=500', { reason: 'server' }],
    ['rate_limited', { reason: 'quota' }],
    ['html', { reason: 'protocol', hint: 'page' }],
    ['empty', { reason: 'protocol' }],
  ])('a line from %s', async (model, problem) => {
    const result = await test({}, model)
    expect(result.problem).toMatchObject(problem)
    expect(result.models).toHaveLength(2)
    expect(JSON.stringify(result)).not.toContain('canary')
  })

  it('says that the provider does not know the model', async () => {
    upstream.behave({ mode: 'status', status: 404, says: 'The model `gone` does not exist' })
    expect((await test({}, 'gone')).problem).toMatchObject({ reason: 'model' })
  })

  it('says that even a line is too long', async () => {
    upstream.behave({ mode: 'status', status: 400, says: 'This model’s maximum context length is 10 tokens.' })
    expect((await test()).problem).toMatchObject({ reason: 'context' })
  })

  it('asks a named model of a server that lists none', async () => {
    const origin = await serve((request, response) => {
      if (request.method === 'GET') return void response.writeHead(404).end('{}')
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('data: {"choices":[{"delta":{"content":"Hello."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
    })
    expect(await test({ baseUrl: `${origin}/v1` }, 'hidden')).toMatchObject({ reply: 'Hello.', problem: null })
  })

  it('accepts a model that used its whole reply for reasoning', async () => {
    upstream.behave({ mode: 'reasoning', thoughts: 5_000 })
    expect((await test()).problem).toBeNull()
  })

  it('ends when the operator leaves', async () => {
    upstream.behave({ mode: 'hang' })
    const abort = new AbortController()
    const testing = test({}, null, abort.signal)
    await expect.poll(() => upstream.open).toBe(1)
    abort.abort()
    await expect(testing).rejects.toThrow()
    await expect.poll(() => upstream.open).toBe(0)
  })

  it('lists the files of this machine, and misses one that is not there', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'everkin-files-'))
    closing.push(() => rm(dataDir, { recursive: true }))
    await mkdir(join(dataDir, 'models'))
    await writeFile(join(dataDir, 'models', 'tiny.gguf'), 'GGUF')
    const ask = (model: string | null) =>
      testConnection(
        { ...settings, dataDir },
        { kind: 'gguf', baseUrl: null, apiKey: null },
        model,
        new AbortController().signal,
      )
    expect(await ask(null)).toMatchObject({ models: [{ name: 'tiny' }], problem: null })
    expect((await ask('other')).problem).toEqual({ reason: 'model', hint: 'file', detail: null })
  })
})
