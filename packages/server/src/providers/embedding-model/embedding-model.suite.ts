import { inspect } from 'node:util'
import {
  type EmbeddingBehaviour,
  type EmbeddingServer,
  startEmbeddingServer,
  vectorOf,
} from '@everkin/testing/servers/embedding-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EmbeddingFault, EmbeddingModel } from '../../modules/memory/embedding-model.ts'
import type { EmbeddingEndpoint } from './openai-compatible.ts'

const KEY = 'canary-key'

/** The vectors of these texts, within five seconds. */
export const embed = (model: EmbeddingModel, texts: string[]): Promise<Float32Array[]> =>
  model.embed(texts, AbortSignal.timeout(5_000))

const body = (data: unknown): EmbeddingBehaviour => ({ mode: 'body', body: { data } })

/** The contract of every embedding model behind an endpoint. `create` makes one for the `/v1` of the local server. */
export function describeEmbeddingModel(name: string, create: (endpoint: EmbeddingEndpoint) => EmbeddingModel): void {
  describe(`${name} keeps the promises of an embedding model`, () => {
    let server: EmbeddingServer
    const open = () => create({ baseUrl: `${server.url}/v1/`, apiKey: KEY, name: 'e' })
    beforeAll(async () => {
      server = await startEmbeddingServer()
    })
    beforeEach(() => server.behave({ mode: 'normal' }))
    afterAll(() => server.close())

    it.each(['normal', 'shuffled'] as const)('returns a vector for each text, in order (%s)', async (mode) => {
      server.behave({ mode })
      const vectors = await embed(open(), ['a', 'bbb', 'cc'])
      expect(vectors.map((vector) => [...vector])).toEqual(['a', 'bbb', 'cc'].map(vectorOf))
      expect(server.requests.at(-1)).toMatchObject({ model: 'e', authorization: `Bearer ${KEY}` })
    })

    it('asks nothing where there is no text', async () => {
      const asked = server.requests.length
      expect(await embed(open(), [])).toEqual([])
      expect(server.requests).toHaveLength(asked)
    })

    it('serves several requests at once, each with its own vectors', async () => {
      const model = open()
      const texts = ['a', 'bb', 'ccc', 'dddd']
      const answers = await Promise.all(texts.map((text) => embed(model, [text])))
      expect(answers.map(([vector]) => [...(vector ?? [])])).toEqual(texts.map(vectorOf))
    })

    it('describes itself, without a key', () => {
      expect(open().name).toBe('e')
      expect(JSON.stringify(open())).not.toContain('canary')
    })

    it.each<[string, EmbeddingFault, EmbeddingBehaviour]>([
      ['a vector too few', 'garbled', body([{ index: 0, embedding: [1] }])],
      ['vectors of two lengths', 'garbled', body([{ embedding: [1] }, { embedding: [1, 2] }])],
      ['the same place twice', 'garbled', body([1, 2].map(() => ({ index: 0, embedding: [1] })))],
      ['a place that does not exist', 'garbled', body([0, 2].map((index) => ({ index, embedding: [1] })))],
      ['no numbers', 'garbled', body([{ embedding: ['1'] }, { embedding: [null] }])],
      ['empty vectors', 'garbled', body([{ embedding: [] }, { embedding: [] }])],
      ['endless vectors', 'garbled', body([1, 2].map(() => ({ embedding: Array(8_193).fill(1) })))],
      ['no JSON', 'garbled', { mode: 'page' }],
      ['a list', 'garbled', { mode: 'body', body: [] }],
      ['more than vectors can be', 'garbled', { mode: 'huge' }],
      ['too many requests', 'rate_limited', { mode: 'status', status: 429 }],
      ['a failure', 'overloaded', { mode: 'status', status: 503 }],
      ['a wrong key', 'refused', { mode: 'status', status: 401 }],
      ['a text it does not take', 'refused', { mode: 'status', status: 400 }],
      ['a cut connection', 'unreachable', { mode: 'cut' }],
      ['a redirect', 'unreachable', { mode: 'redirect' }],
    ])('%s is %s, and reveals nothing of the upstream', async (_name, fault, behaviour) => {
      server.behave(behaviour)
      const error = await embed(open(), ['lantern', 'b']).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'EmbeddingError', fault })
      expect(inspect(error, { depth: null })).not.toMatch(/canary|127\.0\.0\.1|lantern/)
    })

    it('is unreachable where nothing listens, and does not name the address', async () => {
      const nowhere = create({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: KEY, name: 'e' })
      const error = await embed(nowhere, ['a']).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'EmbeddingError', fault: 'unreachable' })
      expect(inspect(error, { depth: null })).not.toMatch(/canary|127\.0\.0\.1/)
    })

    it.each(['silent', 'stalls'] as const)(
      'times out at a deadline, and aborts with its caller’s own reason (%s)',
      async (mode) => {
        server.behave({ mode })
        await expect(open().embed(['a'], AbortSignal.timeout(50))).rejects.toMatchObject({ fault: 'timeout' })
        const abort = new AbortController()
        const asked = server.requests.length
        const waiting = open().embed(['a'], abort.signal)
        waiting.catch(() => undefined) // handled below
        await expect.poll(() => server.requests.length).toBe(asked + 1)
        abort.abort(new Error('left'))
        await expect(waiting).rejects.toThrow('left')
        await expect.poll(() => server.open).toBe(0)
      },
    )

    it('throws the reason of a signal that was aborted before it began, and asks nothing', async () => {
      const asked = server.requests.length
      await expect(open().embed(['a'], AbortSignal.abort(new Error('gone before')))).rejects.toThrow('gone before')
      expect(server.requests).toHaveLength(asked)
    })
  })
}
