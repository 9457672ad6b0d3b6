import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startModelServer } from '@everkin/testing/servers/model-server.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { commandLine } from '../../platform/command-line.ts'
import { SettingError } from '../../platform/config.ts'
import { chooseBaseConnection, type TextModelSettings } from './choose.ts'
import { discoverLocalModel, discoverServers } from './discover.ts'
import { readAll, requestFor } from './text-model.suite.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server that answers some paths with JSON documents, and all others with 404. */
async function serve(documents: Record<string, unknown>): Promise<string> {
  const server: Server = createServer((request, response) => {
    const document = documents[request.url ?? '']
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(document ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server's address is never a string
}
async function nobody(): Promise<string> {
  const server = await startModelServer()
  await server.close()
  return server.url.replace('/v1', '')
}
const list = (...ids: string[]) => ({ object: 'list', data: ids.map((id) => ({ id })) })

describe('discoverLocalModel', () => {
  it('takes the first chat model, not an embedding model, and the context that Ollama will use', async () => {
    const origin = await serve({
      '/v1/models': list('nomic-embed-text', 'qwen3:4b'),
      '/api/ps': { models: [{ name: 'qwen3:4b', context_length: 16384 }] },
      '/api/show': { parameters: 'num_ctx 2048' },
    })
    expect(await discoverLocalModel([{ server: 'ollama', origin }])).toEqual({
      server: 'ollama',
      baseUrl: `${origin}/v1`,
      name: 'qwen3:4b',
      contextTokens: 16384,
    })
  })

  it.each([
    ['ollama', { '/api/show': { parameters: 'stop "x"\nnum_ctx    2048' } }, 2048],
    ['ollama', {}, 4096],
    [
      'lm_studio',
      { '/api/v0/models': { data: [{ id: 'm', loaded_context_length: 6000, max_context_length: 99999 }] } },
      6000,
    ],
    ['lm_studio', {}, null],
    ['llama_cpp', { '/props': { default_generation_settings: { n_ctx: 3072 } } }, 3072],
    ['llama_cpp', { '/props': { default_generation_settings: 'odd' } }, null],
    ['koboldcpp', { '/api/extra/true_max_context_length': { value: 12_288 } }, 12_288],
    ['koboldcpp', {}, null],
    ['tabby_api', { '/v1/model': { id: 'm', parameters: { max_seq_len: 16_384 } } }, 16_384],
    ['tabby_api', { '/v1/model': { parameters: null } }, null],
    ['vllm', {}, null],
  ] as const)('%s with %j has %j', async (server, documents, contextTokens) => {
    const origin = await serve({ '/v1/models': list('m'), ...documents })
    expect(await discoverLocalModel([{ server, origin }])).toMatchObject({ contextTokens })
  })

  it('keeps the order of the candidates, and skips those that do not answer or have no model', async () => {
    const [second, third] = [
      await serve({ '/v1/models': list('bge-m3') }),
      await serve({ '/v1/models': list('chatty') }),
    ]
    const candidates = [
      { server: 'ollama' as const, origin: await nobody() },
      { server: 'lm_studio' as const, origin: second },
      { server: 'llama_cpp' as const, origin: third },
    ]
    expect(await discoverLocalModel(candidates)).toMatchObject({ name: 'chatty', server: 'llama_cpp' })
    expect(await discoverLocalModel(candidates.slice(0, 2))).toBeNull()
  })

  it.each([null, [], 'text', { data: 'x' }, { data: [null, 7, { id: 3 }] }])(
    'a list like %j is invalid',
    async (document) => {
      expect(
        await discoverLocalModel([{ server: 'ollama', origin: await serve({ '/v1/models': document }) }]),
      ).toBeNull()
    },
  )

  it('does not wait for a server that does not answer', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(async () => {
      server.closeAllConnections()
      server.close()
    })
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // as above
    expect(await discoverLocalModel([{ server: 'ollama', origin }], 50)).toBeNull()
  })
})

const chooseTextModel = async (...[settings, deps]: Parameters<typeof chooseBaseConnection>) =>
  (await chooseBaseConnection(settings, deps)).model

describe('discoverServers', () => {
  it('lists every server that answers, with the models that chat, also when it has none', async () => {
    const [full, empty] = [
      await serve({ '/v1/models': list('bge-m3', 'a', 'b') }),
      await serve({ '/v1/models': list() }),
    ]
    const candidates = [
      { server: 'vllm' as const, origin: full },
      { server: 'koboldcpp' as const, origin: await nobody() },
      { server: 'ollama' as const, origin: empty },
    ]
    expect(await discoverServers(candidates)).toEqual([
      { server: 'vllm', baseUrl: `${full}/v1`, models: ['a', 'b'] },
      { server: 'ollama', baseUrl: `${empty}/v1`, models: [] },
    ])
  })
})

describe('chooseBaseConnection', () => {
  const settings: TextModelSettings = {
    mode: 'local',
    modelBaseUrl: null,
    modelApiKey: null,
    modelName: null,
    modelContext: null,
    dataDir: '/nowhere',
  }

  it('uses the configured endpoint, and its first model', async () => {
    const server = await startModelServer({ models: ['text-embedding-3', 'echo'] })
    closing.push(() => server.close())
    const model = await chooseTextModel(
      { ...settings, modelBaseUrl: server.url, modelApiKey: 'secret-key', modelContext: 5000 },
      { candidates: [] },
    )
    expect(model).toMatchObject({ kind: 'openai_compatible', name: 'echo', contextTokens: 5000 })
    expect((await readAll(model, requestFor())).text).toContain('You are Ilse')
    expect(server.requests[0]?.authorization).toBe('Bearer secret-key')
  })

  it.each([
    [{ modelBaseUrl: 'localhost:11434' }, 'MODEL_BASE_URL'],
    [{ modelBaseUrl: 'http://127.0.0.1:1/v1' }, 'MODEL_NAME'],
  ])('reports a wrong setting %j', async (wrong, name) => {
    await expect(chooseTextModel({ ...settings, ...wrong }, { candidates: [] })).rejects.toThrow(name)
  })

  it('reports in one line that an address lacks /v1, whether or not a model is named', async () => {
    const origin = await serve({ '/v1/models': list('m') })
    for (const modelName of [null, 'm']) {
      const refused = chooseTextModel({ ...settings, modelBaseUrl: origin, modelName }, { candidates: [] })
      await expect(refused).rejects.toThrow(SettingError)
      await expect(refused).rejects.toThrow('MODEL_BASE_URL must end in /v1')
    }
  })

  it('reports in one line that a name is missing', async () => {
    const origin = await serve({ '/v1/models': list('text-embedding-3') })
    const refused = chooseTextModel({ ...settings, modelBaseUrl: `${origin}/v1` }, { candidates: [] })
    await expect(refused).rejects.toThrow(SettingError)
    await expect(refused).rejects.toThrow('MODEL_NAME is required: the endpoint of MODEL_BASE_URL lists no chat model')
  })

  it.each([
    [{ '/v1/models': { data: [{ id: 'x' }, { id: 'm', context_length: 131_072 }] } }, 131_072],
    [{ '/v1/models': { data: [{ id: 'm', max_model_len: 4096 }] } }, 4096],
    [{ '/v1/models': list('m'), '/props': { default_generation_settings: { n_ctx: 6000 } } }, 6000],
    [{ '/v1/models': { data: [{ id: 'm', context_length: 'long' }] } }, 8192],
    [{}, 8192],
  ])('reads the context of a named endpoint from %j: %i', async (documents, contextTokens) => {
    const origin = await serve(documents)
    const said: string[] = []
    const model = await chooseTextModel(
      { ...settings, modelBaseUrl: `${origin}/v1`, modelName: 'm' },
      { candidates: [], say: (line) => said.push(line) },
    )
    expect(model.contextTokens).toBe(contextTokens)
    expect(said.join()).toContain(`m at ${new URL(origin).host}`)
  })

  it('finds a server on this machine when nothing is configured', async () => {
    const origin = await serve({ '/v1/models': list('found') })
    const said: string[] = []
    const model = await chooseTextModel(settings, {
      candidates: [{ server: 'lm_studio', origin }],
      say: (line) => said.push(line),
    })
    expect(model).toMatchObject({ kind: 'openai_compatible', name: 'found', contextTokens: 8192 })
    expect(said).toEqual(['language model: found (lm studio, found on this machine)'])
  })

  it('believes no server that was only found in production mode', async () => {
    const origin = await serve({ '/v1/models': list('found') })
    const candidates = [{ server: 'lm_studio' as const, origin }]
    expect(await chooseTextModel({ ...settings, mode: 'production' }, { candidates })).toMatchObject({ kind: 'demo' })
  })

  it('sends the key to no server that was only found', async () => {
    const server = await startModelServer({ models: ['found'] })
    closing.push(() => server.close())
    const candidates = [{ server: 'lm_studio' as const, origin: new URL(server.url).origin }]
    const model = await chooseTextModel({ ...settings, modelApiKey: 'secret-key' }, { candidates })
    await readAll(model, requestFor()).catch(() => null)
    expect(model.name).toBe('found')
    expect(JSON.stringify(server.requests)).not.toContain('secret-key')
  })

  it('is the demo model when there is nothing else', async () => {
    expect(await chooseTextModel(settings, { candidates: [] })).toMatchObject({ kind: 'demo' })
  })

  it('reports why a GGUF file cannot be used, and falls back to the demo model', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'everkin-'))
    closing.push(() => rm(dataDir, { recursive: true }))
    await mkdir(join(dataDir, 'models'))
    await writeFile(join(dataDir, 'models', 'broken.gguf'), 'no model')
    const said: string[] = []
    const model = await chooseTextModel({ ...settings, dataDir }, { candidates: [], say: (line) => said.push(line) })
    expect(model.kind).toBe('demo')
    expect(said.join()).toContain('broken.gguf')
    expect(said.join()).toContain(commandLine('model', 'runtime'))
  })
})
